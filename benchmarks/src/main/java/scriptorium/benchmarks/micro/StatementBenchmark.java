package scriptorium.benchmarks.micro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.MutationConnections;

/** A select by primary key on one connection of H2, raw and through the guards of a mutation. */
@State(Scope.Benchmark)
public class StatementBenchmark {

  private final Connection raw = Parcels.bare();
  private final MutationConnection mutation =
      Parcels.made(() -> new MutationConnections(raw).open(Thread.currentThread(), () -> {}));
  private final Connection guarded = mutation.connection();
  private final PreparedStatement rawStatement =
      Parcels.made(() -> raw.prepareStatement(Parcels.SELECT));
  private final PreparedStatement guardedStatement =
      Parcels.made(() -> guarded.prepareStatement(Parcels.SELECT));
  private long id;

  /** The database ends with its connection. */
  @TearDown
  public void close() throws SQLException {
    mutation.close();
    raw.close();
  }

  /** Prepared once, on H2's own connection. */
  @Benchmark
  public long raw() throws SQLException {
    return Parcels.select(rawStatement, nextId());
  }

  /** Prepared once, on a mutation's connection. */
  @Benchmark
  public long guarded() throws SQLException {
    return Parcels.select(guardedStatement, nextId());
  }

  /** Prepared and closed each time, on H2's own connection. */
  @Benchmark
  public long rawPrepared() throws SQLException {
    return Parcels.prepareAndSelect(raw, nextId());
  }

  /** Prepared and closed each time, on a mutation's connection. */
  @Benchmark
  public long guardedPrepared() throws SQLException {
    return Parcels.prepareAndSelect(guarded, nextId());
  }

  private long nextId() {
    id = (id + 7919) % Parcels.ROWS;
    return id;
  }
}
