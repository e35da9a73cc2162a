package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
 * <p>Thread-safe. Its owner calls {@link #look} now and then. A pool lives as long as its database:
 * when another database takes its place, a new pool does too, and this one is retired: borrowed
 * connections finish, then close.
 */
public final class ReadConnections implements AutoCloseable {

  /** Opens a raw H2 connection of a user who may SELECT and nothing else. */
  @FunctionalInterface
  public interface Opener {

    /** A new connection, which then belongs to the pool. */
    Connection open() throws SQLException;
  }

  /**
   * What a pool's views stand on.
   *
   * @param published what the database shows; moved by every commit
   * @param heap what views keep
   * @param nanoClock a monotonic clock, such as {@code System::nanoTime}
   * @param reuse how long a view is used by one read after another while nothing is committed; a
   *     view that lies idle is let go after it
   */
  public record Basis(
      PublishedNumber published, HeldHeap heap, LongSupplier nanoClock, Duration reuse) {

    long reuseNanos() {
      return reuse.toNanos();
    }
  }

  /** What becomes of a reader. */
  @FunctionalInterface
  interface Use<T> {

    /** The user, which gives the reader back; the pool does when this throws. */
    T by(PooledReader reader) throws SQLException;
  }

  private final Opener opener;
  private final int maximum;
  private final Basis basis;
  private final Deque<PooledReader> idle = new ArrayDeque<>();
  private final Set<PooledReader> all = ConcurrentHashMap.newKeySet();
  private int borrowed;
  private boolean retired;

  /**
   * An empty pool; connections are opened when first needed.
   *
   * @param maximum connections open at once, at least 1; each may hold one of H2's transactions
   */
  public ReadConnections(Opener opener, int maximum, Basis basis) {
    if (maximum < 1) {
      throw new IllegalArgumentException("a pool of less than one connection: " + maximum);
    }
    this.opener = opener;
    this.maximum = maximum;
    this.basis = basis;
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
          reader.lend(Lease.READ);
          return new ReadConnection(reader, deadline(limits));
        });
  }

  /** Gives a reader of this pool, whose view may be an old one, to what uses it from now on. */
  <T> T take(Use<T> use) throws SQLException {
    PooledReader reader = takeIdle();
    boolean used = false;
    try {
      if (reader == null) {
        reader = new PooledReader(opener.open(), basis, this::giveBack);
        all.add(reader);
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
    return new Deadline(limits, basis.nanoClock());
  }

  /**
   * The views that are open now, in no order. Those of a retired pool keep the whole database,
   * which nobody else needs any more.
   */
  public List<OpenView> openViews() {
    long now = basis.nanoClock().getAsLong();
    List<OpenView> open = new ArrayList<>();
    boolean holdAll = isRetired();
    all.forEach(
        reader ->
            reader
                .open(now)
                .ifPresent(view -> open.add(holdAll ? view.holding(basis.heap().all()) : view)));
    return open;
  }

  private synchronized boolean isRetired() {
    return retired;
  }

  /**
   * Lets go of what lies idle for longer than it would be used again, and ends what is overdue. To
   * be called now and then, some times in the time of {@link Basis#reuse}; never waits for a
   * statement.
   */
  public void look() {
    long now = basis.nanoClock().getAsLong();
    rest(now);
    all.forEach(reader -> reader.lease().look(now));
  }

  /** Lets go of all views that lie idle. */
  public synchronized void rest() {
    idle.forEach(PooledReader::rest);
  }

  private synchronized void rest(long now) {
    for (PooledReader reader : idle) {
      if (reader.isStale(now)) {
        reader.rest();
      }
    }
  }

  /** Lends nothing any more; idle connections close now, borrowed ones when their read ends. */
  public void retire() {
    List<PooledReader> last;
    synchronized (this) {
      retired = true;
      last = new ArrayList<>(idle);
      idle.clear();
    }
    last.forEach(this::close);
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
      close(reader);
    }
  }

  private void lost(@Nullable PooledReader reader) {
    synchronized (this) {
      borrowed--;
    }
    if (reader != null) {
      close(reader);
    }
  }

  private void close(PooledReader reader) {
    all.remove(reader);
    reader.close();
  }
}
