package scriptorium.actors.internal;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;

/** Turns what a mutation threw into the caller's answer. */
final class Refusals {

  /** The state of failures that are no SQL failures: the standard's "general error". */
  static final String GENERAL = "HY000";

  private static final String INTEGRITY_CLASS = "23";
  private static final Pattern NAMED = Pattern.compile("\"?(?:[\\w$]+\\.)?([\\w$]+):? ?");

  private Refusals() {}

  static <T extends @Nullable Object> WriteReply<T> of(Throwable failure) {
    SQLException sql = sqlCause(failure);
    if (sql == null) {
      return new WriteReply.Refused<>(GENERAL, Optional.empty(), describe(failure));
    }
    String state = stateOf(sql);
    return new WriteReply.Refused<>(state, constraint(state, sql.getMessage()), firstLine(sql));
  }

  /** A refusal by the store itself. */
  static <T extends @Nullable Object> WriteReply<T> ofText(String message) {
    return new WriteReply.Refused<>(GENERAL, Optional.empty(), message);
  }

  /** Whether the label is longer than a store takes; the label itself is not repeated. */
  static <T extends @Nullable Object> Optional<WriteReply<T>> ofLabel(
      WriteRequest<T> request, StoreSettings.Write limits) {
    int chars = request.label().length();
    return chars <= limits.maxLabelChars()
        ? Optional.empty()
        : Optional.of(
            ofText("label too long: chars=" + chars + " limit=" + limits.maxLabelChars()));
  }

  /** No room: the writer takes some tens of thousands a second. */
  static <T extends @Nullable Object> WriteReply<T> busy(int queued) {
    return new WriteReply.Busy<>(queued, Duration.ofMillis(Math.max(1, queued / 50)));
  }

  static String stateOf(SQLException failure) {
    return failure.getSQLState() == null ? GENERAL : failure.getSQLState();
  }

  static @Nullable SQLException sqlCause(Throwable failure) {
    int depth = 0;
    for (Throwable t = failure; t != null && depth < 20; t = t.getCause()) {
      if (t instanceof SQLException sql) {
        return sql;
      }
      depth++;
    }
    return null;
  }

  /**
   * Whether the heap was full: the database, too, wraps that, and goes on with half of a change.
   */
  static boolean isOutOfMemory(Throwable failure) {
    int depth = 0;
    for (Throwable t = failure; t != null && depth < 20; t = t.getCause()) {
      if (t instanceof OutOfMemoryError) {
        return true;
      }
      depth++;
    }
    return false;
  }

  /** H2 names the constraint first inside the quotes of its message. */
  private static Optional<String> constraint(String state, @Nullable String message) {
    if (message == null || !state.startsWith(INTEGRITY_CLASS)) {
      return Optional.empty();
    }
    int quote = message.indexOf('"');
    Matcher named = NAMED.matcher(message);
    return quote >= 0 && named.find(quote) && named.start() == quote
        ? Optional.ofNullable(named.group(1))
        : Optional.empty();
  }

  static String describe(Throwable failure) {
    String message = failure.getMessage();
    String kind = failure.getClass().getSimpleName();
    return message == null ? kind : kind + ": " + message;
  }

  /** The same with what it came of, as far as that is not said yet. */
  static String describeDeeply(Throwable failure) {
    StringBuilder text = new StringBuilder(describe(failure));
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      if (message != null && text.indexOf(message) < 0) {
        text.append("; because of ").append(describe(cause));
      }
    }
    return text.toString();
  }

  private static String firstLine(SQLException sql) {
    return String.valueOf(sql.getMessage());
  }
}
