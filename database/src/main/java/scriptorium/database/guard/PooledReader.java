package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.h2.engine.Constants;
import org.h2.engine.SessionLocal;
import org.h2.mvstore.tx.Transaction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One raw SELECT-only connection of a pool. Belongs to one read at a time, hence to one thread; its
 * state may be looked at by any.
 *
 * <p>Pinning costs a statement, so a view outlasts its read: the next one takes it over if nothing
 * was committed meanwhile, and it is not older than set.
 */
final class PooledReader {

  private static final Logger log = LoggerFactory.getLogger(PooledReader.class);

  private final Connection raw;
  private final SessionLocal session;
  private final StatementPolicy policy;
  private final PreparedStatement pin;
  private final ReadConnections.Basis basis;
  private final Consumer<PooledReader> pool;
  private volatile @Nullable View view;
  private volatile Lease lease = Lease.NONE;
  private volatile boolean spoiled;

  /** What is pinned, in which of H2's transactions, since when. */
  private record View(
      PublishedNumber.Moment moment, Transaction transaction, HeldHeap.Mark pinned) {}

  /**
   * Takes over a raw connection.
   *
   * @param pool gets this reader back at the end of each read
   */
  PooledReader(Connection raw, ReadConnections.Basis basis, Consumer<PooledReader> pool)
      throws SQLException {
    this.raw = raw;
    this.basis = basis;
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

  Lease lease() {
    return lease;
  }

  void lend(Lease to) {
    lease = to;
  }

  /** Has the newest view: the pinned one if it is that and young enough, else a new one. */
  void begin() throws SQLException {
    long now = basis.nanoClock().getAsLong();
    View present = view;
    if (present == null || isOutdated(present, now)) {
      renew(now);
    }
  }

  private boolean isOutdated(View present, long now) {
    return !basis.published().isNewest(present.moment())
        || now - present.pinned().nanos() >= basis.reuseNanos()
        || session.getTransaction() != present.transaction();
  }

  private void renew(long now) throws SQLException {
    view = null;
    HeldHeap.Mark mark = basis.heap().mark(now);
    PublishedNumber.Moment moment = basis.published().pin(this::pin);
    view = new View(moment, session.getTransaction(), mark);
  }

  /** Ends the transaction, if there is one; the next one's first statement fixes its view. */
  private void pin() throws SQLException {
    endTransaction();
    pin.executeQuery().close();
  }

  /** By a commit of nothing: with a rollback H2 forgets all statements that it has parsed. */
  private void endTransaction() throws SQLException {
    if (session.getTransaction().hasChanges()) {
      raw.rollback();
    } else {
      raw.commit();
    }
  }

  /** The number of what is pinned. */
  OptionalLong sequenceNumber() {
    View present = view;
    return present == null ? OptionalLong.empty() : OptionalLong.of(present.moment().number());
  }

  /** The view, if one is pinned, as of now. */
  Optional<OpenView> open() {
    return open(basis.nanoClock().getAsLong());
  }

  /** The view, if one is pinned. */
  Optional<OpenView> open(long nowNanos) {
    View present = view;
    if (present == null) {
      return Optional.empty();
    }
    return Optional.of(
        new OpenView(
            lease.use(),
            Duration.ofNanos(Math.max(0, nowNanos - present.pinned().nanos())),
            present.moment().number(),
            basis.heap().heldSince(present.pinned())));
  }

  /** Whether a view is pinned for longer than it would be used again. */
  boolean isStale(long nowNanos) {
    View present = view;
    return present != null && nowNanos - present.pinned().nanos() >= basis.reuseNanos();
  }

  /** Lets go of the view; stays with its read, if there is one. */
  void rest() {
    view = null;
    try {
      endTransaction();
    } catch (SQLException e) {
      log.debug("a view could not be ended: its database is closed, or the connection lost", e);
      spoiled = true;
    }
  }

  /** A read that left changes or locks would block the writer: it is rolled back at once. */
  void checkUnchanged() throws SQLException {
    if (session.getTransaction().hasChanges()) {
      view = null;
      raw.rollback();
      throw new SQLNonTransientException(
          "a statement of a read changed or locked rows: rolled back, the read is over; write"
              + " through Store.write",
          Access.READ_ONLY);
    }
  }

  /** Goes back to the pool, with its view for the next read. */
  void release(GuardedSession read) {
    // A late cancellation might hit the next read.
    spoiled |= read.isCancelled();
    try {
      read.closeStatements();
    } catch (SQLException e) {
      log.warn("a read could not be ended, its connection is closed", e);
      spoiled = true;
    }
    lease = Lease.NONE;
    pool.accept(this);
  }

  void close() {
    view = null;
    try {
      raw.close();
    } catch (SQLException e) {
      log.warn("a read connection could not be closed", e);
    }
  }
}
