package scriptorium.database;

import org.h2.engine.SessionLocal;
import org.h2.mvstore.tx.Transaction;

/** The beginning of one mutation inside the writer's transaction; valid until that ends. */
public final class Savepoint {
  final Transaction transaction;
  final long logPosition;
  final SessionLocal.Savepoint session;
  final long growthBefore;

  Savepoint(
      Transaction transaction,
      long logPosition,
      SessionLocal.Savepoint session,
      long growthBefore) {
    this.transaction = transaction;
    this.logPosition = logPosition;
    this.session = session;
    this.growthBefore = growthBefore;
  }
}
