package scriptorium.benchmarks.reading;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.Savepoint;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadLimits;

/**
 * The views that {@code Store.read} gives, on the thread that asks: without permit, without another
 * thread. What is between it and a bare view is the pool and the guards; what is between it and the
 * façade is the rest. Used by one thread.
 */
final class GuardedReads implements AutoCloseable {

  private static final ReadLimits LIMITS = new ReadLimits(Duration.ofSeconds(30), 1_000_000);

  private final EmbeddedDatabase database;

  private GuardedReads(EmbeddedDatabase database) {
    this.database = database;
  }

  static GuardedReads open(int rows) throws SQLException {
    EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults());
    try {
      database.executeSchema(Parcel.SCHEMA);
      Savepoint start = database.writer().savepoint();
      try (MutationConnection filling = database.openMutation()) {
        BareReads.insert(filling.connection(), 0, rows);
      }
      database.writer().capture(start);
      database.writer().journaled();
      database.writer().commit();
      return new GuardedReads(database);
    } catch (SQLException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  List<ReadWay> ways() {
    return List.of(ReadWay.oneByOne("guarded view each, no permit, no thread", this::select));
  }

  private long select(long id) throws SQLException {
    try (ReadConnection view = database.readers().borrow(LIMITS)) {
      return ReadWay.prepareAndSelect(view.connection(), id);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
