package scriptorium.database.guard;

import java.sql.BatchUpdateException;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.tx.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Takes back what a failed statement had changed.
 *
 * <p>H2 does so itself for INSERT, UPDATE, DELETE and MERGE, but not for a query: one that changes
 * rows, by a data-change delta table or EXPLAIN ANALYZE, and fails at its tenth row would leave
 * nine, with unique values twice among them.
 *
 * <p>Confined, like its session, to one thread at a time.
 */
final class StatementUndo {
  private final SessionLocal session;
  private @Nullable Transaction transaction;
  private long position;

  StatementUndo(SessionLocal session) {
    this.session = session;
  }

  /** A statement is about to run. */
  void begin() {
    Transaction current = session.getTransaction();
    transaction = current;
    position = current.setSavepoint();
  }

  /** It failed; of a batch, the statements before the failed one stay. */
  void takeBack(Throwable failure) {
    if (failure instanceof BatchUpdateException) {
      return;
    }
    session.lock();
    try {
      Transaction current = session.getTransaction();
      if (current == transaction && current.setSavepoint() > position) {
        current.rollbackToSavepoint(position);
        // The same once more with nothing left to take back: for what the session remembers of it.
        session.endStatement();
        session.rollbackTo(session.setSavepoint());
        session.endStatement();
      }
    } finally {
      session.unlock();
    }
  }
}
