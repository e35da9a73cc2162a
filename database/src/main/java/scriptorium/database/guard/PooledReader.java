package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.function.Consumer;
import org.h2.engine.Constants;
import org.h2.engine.SessionLocal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One raw SELECT-only connection of a pool. Belongs to one read at a time, hence to one thread. */
final class PooledReader {

  private static final Logger log = LoggerFactory.getLogger(PooledReader.class);

  private final Connection raw;
  private final SessionLocal session;
  private final StatementPolicy policy;
  private final PreparedStatement pin;
  private final Consumer<PooledReader> pool;
  private boolean spoiled;

  /**
   * Takes over a raw connection.
   *
   * @param pool gets this reader back at the end of each read
   */
  PooledReader(Connection raw, Consumer<PooledReader> pool) throws SQLException {
    this.raw = raw;
    this.pool = pool;
    this.session = GuardedSession.sessionOf(raw);
    this.policy = new StatementPolicy(Access.READ, session);
    raw.setAutoCommit(false);
    // Weaker levels show each statement another point in time.
    raw.setTransactionIsolation(Constants.TRANSACTION_SNAPSHOT);
    this.pin = raw.prepareStatement("SELECT 1");
  }

  Connection raw() {
    return raw;
  }

  StatementPolicy policy() {
    return policy;
  }

  /** Whether it must not be lent again. */
  boolean isSpoiled() {
    return spoiled;
  }

  /** Begins the transaction: its first statement fixes the point in time of all tables. */
  void begin() throws SQLException {
    pin.executeQuery().close();
  }

  /** Ends the transaction, if there is one, and begins another. */
  void renew() throws SQLException {
    raw.rollback();
    begin();
  }

  /** Ends the transaction and stays with its read. */
  void rest() {
    try {
      raw.rollback();
    } catch (SQLException e) {
      log.debug("a view could not be ended: its database is closed, or the connection lost", e);
      spoiled = true;
    }
  }

  /** A read that left changes or locks would block the writer: it is rolled back at once. */
  void checkUnchanged() throws SQLException {
    if (session.getTransaction().hasChanges()) {
      raw.rollback();
      throw new SQLNonTransientException(
          "a statement of a read changed or locked rows: rolled back, the read is over; write"
              + " through Store.write",
          Access.READ_ONLY);
    }
  }

  /** Ends the transaction and goes back to the pool. */
  void release(GuardedSession read) {
    // A late cancellation might hit the next read.
    spoiled |= read.isCancelled();
    try {
      read.closeStatements();
      raw.rollback();
    } catch (SQLException e) {
      log.warn("a read could not be ended, its connection is closed", e);
      spoiled = true;
    }
    pool.accept(this);
  }

  void close() {
    try {
      raw.close();
    } catch (SQLException e) {
      log.warn("a read connection could not be closed", e);
    }
  }
}
