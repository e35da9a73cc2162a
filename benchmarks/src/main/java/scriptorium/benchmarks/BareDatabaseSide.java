package scriptorium.benchmarks;

import java.sql.SQLException;
import java.time.Duration;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side;

/**
 * The same prepared insert on one thread, committed in groups: no journal, no capture, no answers.
 * What H2 itself can do.
 */
final class BareDatabaseSide implements Side {

  private static final int ROWS_PER_COMMIT = 256;

  private final BareDatabase database;
  private long nextId;

  /** The database must not commit by itself. */
  BareDatabaseSide(BareDatabase database) {
    this.database = database;
  }

  @Override
  public String name() {
    return BARE_H2;
  }

  @Override
  public Measured measure(int outstanding, Duration length) throws SQLException {
    long firstId = nextId;
    long startNanos = System.nanoTime();
    long tookNanos = 0;
    while (tookNanos < length.toNanos()) {
      for (int i = 0; i < ROWS_PER_COMMIT; i++) {
        database.insert(Parcel.of(nextId++));
      }
      database.commit();
      tookNanos = System.nanoTime() - startNanos;
    }
    return new Measured((nextId - firstId) * 1e9 / tookNanos, new Samples());
  }

  @Override
  public void clear() throws SQLException {
    database.clear();
  }
}
