package scriptorium.benchmarks;

import java.sql.PreparedStatement;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import scriptorium.actors.Mutation;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.Store;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.drills.embedded.LocalStore;

/** Rows inserted through the façade. */
final class StoreInserts extends StoreWrites {

  private static final int ROWS_PER_DELETE = 20_000;

  private long firstId;

  StoreInserts(Store store, boolean shared) {
    super(store, shared);
  }

  /** Called otherwise than by how its writes are sent. */
  StoreInserts(Store store, boolean shared, String name) {
    super(store, shared, name);
  }

  /** Gives the store its table. */
  static void createTable(Store store) throws InterruptedException, ExecutionException {
    LocalStore.await(store.migrate(List.of(SchemaScript.adHoc("bench", Parcel.SCHEMA)))).orThrow();
  }

  @Override
  CompletionStage<Integer> write(long first, int count) {
    Mutation<Integer> insert =
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(Parcel.INSERT)) {
            for (int i = 0; i < count; i++) {
              Parcel.of(first + i).bind(statement);
              statement.executeUpdate();
            }
            return count;
          }
        };
    return store()
        .write("insert", insert)
        .thenApply(
            reply -> {
              reply.orThrow();
              return count;
            });
  }

  @Override
  public void clear() throws InterruptedException, ExecutionException {
    for (long from = firstId; from < nextNumber(); from += ROWS_PER_DELETE) {
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
      LocalStore.await(store().write("clear", delete)).orThrow();
    }
    firstId = nextNumber();
  }
}
