package scriptorium.benchmarks.reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import scriptorium.actors.BlockingStore;
import scriptorium.actors.Mutation;
import scriptorium.actors.ReadLevel;
import scriptorium.actors.ReadReply;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.Store;
import scriptorium.benchmarks.reading.ReadWay.Selected;
import scriptorium.benchmarks.workload.ClosedLoop;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Side.Measured;
import scriptorium.drills.embedded.LocalStore;

/**
 * Every public way to read a store; a new one is a line more in {@link #ways}. Used by one thread.
 */
final class StoreReads implements AutoCloseable {

  static final String STATEMENT_HELD = "DataSource, statement kept";
  static final String BLOCKING = "Store.blocking, a read each";

  private static final int ROWS_A_MUTATION = 10_000;
  private static final int READS_OUTSTANDING = 64;
  private static final int SELECTS_A_CALL = 100;

  private final Store store;
  private final BlockingStore blocking;
  private final int rows;
  private final ReadLevel filled;
  private final DataSource dataSource;
  private final Connection kept;
  private final Connection viewing;
  private final PreparedStatement ofKept;
  private final PreparedStatement ofView;

  private StoreReads(Store store, int rows, ReadLevel filled) throws SQLException {
    this.store = store;
    this.blocking = store.blocking();
    this.rows = rows;
    this.filled = filled;
    this.dataSource = store.dataSource();
    this.kept = dataSource.getConnection();
    this.ofKept = kept.prepareStatement(ReadWay.SELECT);
    this.viewing = dataSource.getConnection();
    viewing.setAutoCommit(false);
    this.ofView = viewing.prepareStatement(ReadWay.SELECT);
  }

  /** Gives the store its table and rows. */
  static StoreReads open(Store store, int rows)
      throws SQLException, InterruptedException, ExecutionException {
    LocalStore.await(store.migrate(List.of(SchemaScript.adHoc("parcels", Parcel.SCHEMA))))
        .orThrow();
    ReadLevel filled = ReadLevel.latest();
    for (int from = 0; from < rows; from += ROWS_A_MUTATION) {
      int first = from;
      int end = Math.min(rows, from + ROWS_A_MUTATION);
      Mutation<Integer> fill = connection -> BareReads.insert(connection, first, end);
      filled =
          ReadLevel.atLeast(LocalStore.await(store.write("fill", fill)).orThrow().sequenceNumber());
    }
    return new StoreReads(store, rows, filled);
  }

  List<ReadWay> ways() {
    return List.of(
        ReadWay.oneByOne(STATEMENT_HELD, id -> ReadWay.select(ofKept, id)),
        ReadWay.oneByOne(
            "DataSource, prepared each time", id -> ReadWay.prepareAndSelect(kept, id)),
        ReadWay.oneByOne("DataSource, a connection each", this::withConnectionOfItsOwn),
        new ReadWay("DataSource, in one view, statement kept", this::inOneView),
        ReadWay.oneByOne(BLOCKING, id -> blocking(ReadLevel.latest(), id)),
        ReadWay.oneByOne(
            "Store.blocking, a linearizable read each",
            id -> blocking(ReadLevel.linearizable(), id)),
        ReadWay.oneByOne("Store.read, awaited", id -> awaited(ReadLevel.latest(), id)),
        ReadWay.oneByOne("Store.read at least, awaited", id -> awaited(filled, id)),
        ReadWay.oneByOne(
            "Store.read linearizable, awaited", id -> awaited(ReadLevel.linearizable(), id)),
        new ReadWay("Store.read, 100 selects a call", this::manyOfACall),
        new ReadWay(
            "Store.read, 64 outstanding",
            (keys, nanos) -> manyOutstanding(ReadLevel.latest(), keys, nanos)),
        new ReadWay(
            "Store.read linearizable, 64 outstanding",
            (keys, nanos) -> manyOutstanding(ReadLevel.linearizable(), keys, nanos)));
  }

  private long withConnectionOfItsOwn(long id) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return ReadWay.prepareAndSelect(connection, id);
    }
  }

  /** One view a measurement, since a view that is held for too long is given up. */
  private Selected inOneView(Keys keys, long nanos) throws Exception {
    ReadWay way = ReadWay.oneByOne("", id -> ReadWay.select(ofView, id));
    Selected selected = way.selecting().run(keys, nanos);
    viewing.rollback();
    return selected;
  }

  private long blocking(ReadLevel level, long id) {
    return blocking
        .read(level, connection -> ReadWay.prepareAndSelect(connection, id))
        .orThrow()
        .value();
  }

  private long awaited(ReadLevel level, long id) throws InterruptedException, ExecutionException {
    return LocalStore.await(read(level, id)).orThrow().value();
  }

  private CompletionStage<ReadReply<Long>> read(ReadLevel level, long id) {
    return store.read(level, connection -> ReadWay.prepareAndSelect(connection, id));
  }

  private Selected manyOfACall(Keys keys, long nanos)
      throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    Selected selected = new Selected(0, 0);
    while (selected.nanos() < nanos) {
      CompletionStage<ReadReply<Integer>> reply =
          store.read(connection -> selectMany(connection, keys));
      long more = LocalStore.await(reply).orThrow().value();
      selected = new Selected(selected.rows() + more, System.nanoTime() - start);
    }
    return selected;
  }

  private static int selectMany(Connection connection, Keys keys) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ReadWay.SELECT)) {
      for (int i = 0; i < SELECTS_A_CALL; i++) {
        long id = keys.next();
        ReadWay.requireRow(id, ReadWay.select(statement, id));
      }
      return SELECTS_A_CALL;
    }
  }

  private Selected manyOutstanding(ReadLevel level, Keys keys, long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    AtomicLong next = new AtomicLong(keys.next());
    Measured measured =
        ClosedLoop.run(
            READS_OUTSTANDING,
            1,
            Duration.ofNanos(nanos),
            next,
            number -> {
              long id = number * 7919 % rows;
              return read(level, id)
                  .thenApply(
                      reply -> {
                        ReadWay.requireRow(id, reply.orThrow().value());
                        return 1;
                      });
            });
    double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
    return new Selected(Math.round(measured.writesPerSecond() * seconds), nanos);
  }

  @Override
  public void close() throws SQLException {
    viewing.close();
    kept.close();
  }
}
