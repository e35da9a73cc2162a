package scriptorium.benchmarks;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import scriptorium.actors.Mutation;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.Store;
import scriptorium.actors.WriteReply;
import scriptorium.benchmarks.workload.ClosedLoop;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Side;
import scriptorium.drills.embedded.LocalStore;

/** Rows written through the façade, on the whole path from call to answer. */
final class StoreSide implements Side {

  private static final int ROWS_PER_DELETE = 20_000;

  private final Store store;
  private final AtomicLong nextId = new AtomicLong();
  private long firstId;

  private StoreSide(Store store) {
    this.store = store;
  }

  /** Gives the store its table. */
  static StoreSide of(Store store) throws InterruptedException, ExecutionException {
    LocalStore.await(store.migrate(List.of(SchemaScript.adHoc("bench", Parcel.SCHEMA)))).orThrow();
    return new StoreSide(store);
  }

  @Override
  public String name() {
    return STORE;
  }

  @Override
  public Measured measure(int outstanding, Duration length)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ClosedLoop.run(outstanding, length, nextId, id -> insert(Parcel.of(id)));
  }

  private CompletionStage<Void> insert(Parcel parcel) {
    Mutation<Integer> insert =
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(Parcel.INSERT)) {
            parcel.bind(statement);
            return statement.executeUpdate();
          }
        };
    return store.write("insert", insert).thenAccept(WriteReply::orThrow);
  }

  @Override
  public void clear() throws InterruptedException, ExecutionException {
    for (long from = firstId; from < nextId.get(); from += ROWS_PER_DELETE) {
      long first = from;
      Mutation<Integer> delete =
          connection -> {
            try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM PARCEL WHERE ID >= ? AND ID < ?")) {
              statement.setLong(1, first);
              statement.setLong(2, first + ROWS_PER_DELETE);
              return statement.executeUpdate();
            }
          };
      LocalStore.await(store.write("clear", delete)).orThrow();
    }
    firstId = nextId.get();
  }
}
