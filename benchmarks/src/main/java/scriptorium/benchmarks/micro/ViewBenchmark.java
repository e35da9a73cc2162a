package scriptorium.benchmarks.micro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadLimits;

/** A read's parts: the view of one point in time, and a select by primary key in it. */
@State(Scope.Benchmark)
public class ViewBenchmark {

  private static final ReadLimits LIMITS = new ReadLimits(Duration.ofSeconds(30), 1_000_000);

  private final EmbeddedDatabase database = Parcels.embedded();
  private final Connection bare = Parcels.inSnapshots(Parcels.bare());
  private final PreparedStatement pin = Parcels.made(() -> bare.prepareStatement("SELECT 1"));
  private final PreparedStatement select =
      Parcels.made(() -> bare.prepareStatement(Parcels.SELECT));
  private long id;

  /** The databases end with the trial. */
  @TearDown
  public void close() throws SQLException {
    bare.close();
    database.close();
  }

  /** A statement that fixes the point in time, and the transaction's end, on H2 alone. */
  @Benchmark
  public void bareView() throws SQLException {
    pin.executeQuery().close();
    bare.rollback();
  }

  /** A view by the statement that is wanted: it fixes the point in time itself. */
  @Benchmark
  public long bareViewBySelect() throws SQLException {
    long found = Parcels.select(select, nextId());
    bare.rollback();
    return found;
  }

  /** A view of H2 alone, and a select in it. */
  @Benchmark
  public long bareViewAndSelect() throws SQLException {
    pin.executeQuery().close();
    return bareViewBySelect();
  }

  /** The same, prepared in the view. A rollback makes the session forget what it has parsed. */
  @Benchmark
  public long bareViewRolledBackAndPreparedSelect() throws SQLException {
    pin.executeQuery().close();
    long found = Parcels.prepareAndSelect(bare, nextId());
    bare.rollback();
    return found;
  }

  /** The same, ended by a commit, after which the next one finds the statement parsed. */
  @Benchmark
  public long bareViewCommittedAndPreparedSelect() throws SQLException {
    pin.executeQuery().close();
    long found = Parcels.prepareAndSelect(bare, nextId());
    bare.commit();
    return found;
  }

  /** A view as reads are given it, from the pool and back to it. */
  @Benchmark
  public Connection guardedView() throws SQLException {
    try (ReadConnection view = database.readers().borrow(LIMITS)) {
      return view.connection();
    }
  }

  /** Such a view, and a select prepared in it. */
  @Benchmark
  public long guardedViewAndPreparedSelect() throws SQLException {
    try (ReadConnection view = database.readers().borrow(LIMITS)) {
      return Parcels.prepareAndSelect(view.connection(), nextId());
    }
  }

  private long nextId() {
    id = (id + 7919) % Parcels.ROWS;
    return id;
  }
}
