package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool of SELECT-only connections of one database.
 *
 * <p>Invariants: idle + borrowed ≤ maximum; retired ⇒ nothing idle.
 *
 * <pre>{@code
 * try (ReadConnection read = readers.borrow(new ReadLimits(Duration.ofSeconds(10), 100_000))) {
 *   return query.run(read.connection());
 * }
 * }</pre>
 *
 * <p>Thread-safe. A pool lives as long as its database: when another database takes its place, a
 * new pool does too, and this one is retired: borrowed connections finish, then close.
 */
public final class ReadConnections implements AutoCloseable {

  /** Opens a raw H2 connection of a user who may SELECT and nothing else. */
  @FunctionalInterface
  public interface Opener {

    /** A new connection, which then belongs to the pool. */
    Connection open() throws SQLException;
  }

  /** What becomes of a reader. */
  @FunctionalInterface
  interface Use<T> {

    /** The user, which gives the reader back; the pool does when this throws. */
    T by(PooledReader reader) throws SQLException;
  }

  private final Opener opener;
  private final int maximum;
  private final LongSupplier nanoClock;
  private final Deque<PooledReader> idle = new ArrayDeque<>();
  private int borrowed;
  private boolean retired;

  /**
   * An empty pool; connections are opened when first needed.
   *
   * @param maximum connections open at once, at least 1; each may hold one of H2's transactions
   * @param nanoClock a monotonic clock, such as {@code System::nanoTime}
   */
  public ReadConnections(Opener opener, int maximum, LongSupplier nanoClock) {
    if (maximum < 1) {
      throw new IllegalArgumentException("a pool of less than one connection: " + maximum);
    }
    this.opener = opener;
    this.maximum = maximum;
    this.nanoClock = nanoClock;
  }

  /**
   * Begins a read of what is committed now.
   *
   * @throws SQLTransientConnectionException at once when all connections are borrowed, or the pool
   *     is retired
   * @throws SQLException when H2 opens no connection
   */
  public ReadConnection borrow(ReadLimits limits) throws SQLException {
    return take(
        reader -> {
          reader.begin();
          return new ReadConnection(reader, deadline(limits));
        });
  }

  /** Gives a reader of this pool, whose transaction has not begun, to what uses it from now on. */
  <T> T take(Use<T> use) throws SQLException {
    PooledReader reader = takeIdle();
    boolean used = false;
    try {
      if (reader == null) {
        reader = new PooledReader(opener.open(), this::giveBack);
      }
      T user = use.by(reader);
      used = true;
      return user;
    } finally {
      if (!used) {
        lost(reader);
      }
    }
  }

  /** Limits whose time counts from now. */
  Deadline deadline(ReadLimits limits) {
    return new Deadline(limits, nanoClock);
  }

  /** Lends nothing any more; idle connections close now, borrowed ones when their read ends. */
  public void retire() {
    Deque<PooledReader> last;
    synchronized (this) {
      retired = true;
      last = new ArrayDeque<>(idle);
      idle.clear();
    }
    last.forEach(PooledReader::close);
  }

  /** The same as {@link #retire()}. */
  @Override
  public void close() {
    retire();
  }

  /** Connections lent out now. */
  public synchronized int borrowed() {
    return borrowed;
  }

  private synchronized @Nullable PooledReader takeIdle() throws SQLTransientConnectionException {
    if (retired) {
      throw new SQLTransientConnectionException(
          "this database has been replaced or closed; read again", "08001");
    }
    if (borrowed == maximum) {
      throw new SQLTransientConnectionException(
          "too many reads at once: borrowed=" + borrowed + " maximum=" + maximum, "08004");
    }
    borrowed++;
    return idle.pollLast();
  }

  private void giveBack(PooledReader reader) {
    boolean keep;
    synchronized (this) {
      borrowed--;
      keep = !retired && !reader.isSpoiled();
      if (keep) {
        idle.addLast(reader);
      }
    }
    if (!keep) {
      reader.close();
    }
  }

  private void lost(@Nullable PooledReader reader) {
    synchronized (this) {
      borrowed--;
    }
    if (reader != null) {
      reader.close();
    }
  }
}
