package scriptorium.actors.internal;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import scriptorium.persistence.segment.JournalFullException;

/** What a journal's failure says beyond that it failed. */
final class JournalFailures {

  private static final String NUMBER_TAKEN = "23505";
  private static final String DISK_FULL = "53100";
  private static final int MOST_CAUSES = 20; // of a chain that may be a ring

  private JournalFailures() {}

  /** Whether another event has the number: nothing was written. */
  static boolean isNumberTaken(Throwable failure) {
    return hasState(failure, NUMBER_TAKEN);
  }

  /** Whether there is no room: nothing was written. */
  static boolean isFull(Throwable failure) {
    return failure instanceof JournalFullException || hasState(failure, DISK_FULL);
  }

  private static boolean hasState(Throwable failure, String state) {
    int left = MOST_CAUSES;
    for (Throwable t = failure; t != null && left > 0; t = next(t), left--) {
      if (t instanceof SQLException sql && state.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Throwable next(Throwable failure) {
    return failure.getCause() == null
            && failure instanceof SQLException sql
            && sql.getNextException() != null
        ? sql.getNextException()
        : failure.getCause();
  }
}
