package scriptorium.benchmarks.micro;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import scriptorium.actors.internal.MeasuredPin;

/** What the writer does for a snapshot: writes wait for so long, and no longer. */
@State(Scope.Benchmark)
public class PinBenchmark {

  private static final int OUTCOMES = 200_000;

  /** How many tables the store has. */
  @Param({"6", "50"})
  public int tables;

  private @Nullable MeasuredPin store;

  /** A store with as many outcomes as are remembered by default. */
  @Setup
  public void open() throws SQLException {
    store = new MeasuredPin(tables, OUTCOMES);
  }

  /** The database ends with the trial. */
  @TearDown
  public void close() {
    if (store != null) {
      store.close();
    }
  }

  /** Pinned, with sequence positions, outcomes and schema history, and let go. */
  @Benchmark
  public int pin() {
    return store == null ? 0 : store.pinOnce();
  }
}
