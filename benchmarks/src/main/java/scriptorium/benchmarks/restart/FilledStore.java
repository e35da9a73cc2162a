package scriptorium.benchmarks.restart;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import scriptorium.actors.Mutation;
import scriptorium.actors.Query;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.Store;
import scriptorium.drills.embedded.LocalStore;

/** A store whose rows are all in its snapshot, closed, and what it is opened with. */
public final class FilledStore {

  /** One snapshot, when it is asked for; as fast as it can be taken. */
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "scriptorium.store.snapshot.every-events",
          0,
          "scriptorium.store.snapshot.keep",
          1,
          "scriptorium.store.snapshot.share",
          1.0,
          "scriptorium.store.write.run-timeout",
          "60s",
          "scriptorium.store.write.queue-timeout",
          "60s");

  private static final int ROWS_A_MUTATION = 10_000;

  private FilledStore() {}

  /** Opens the store that was made in this folder. */
  public static LocalStore open(Path folder, String name) throws InterruptedException {
    return LocalStore.open(folder, name, SETTINGS);
  }

  /**
   * Makes one. Its snapshot is taken by the second process life of the store, so that no segment of
   * the journal is left that holds the rows too.
   */
  public static void make(Path folder, String name, Content content, int rows)
      throws InterruptedException, ExecutionException {
    try (LocalStore opened = open(folder, name)) {
      fill(opened.store(), content, rows);
      snapshot(opened.store());
    }
    try (LocalStore opened = open(folder, name)) {
      Query<Long> count = content::count;
      long found = LocalStore.await(opened.store().read(count)).orThrow().value();
      if (found != rows) {
        throw new IllegalStateException(
            "rows of the filled store: expected=" + rows + " found=" + found);
      }
      snapshot(opened.store());
    }
  }

  /** Gives an empty store its tables and rows. */
  public static void fill(Store store, Content content, int rows)
      throws InterruptedException, ExecutionException {
    SchemaScript schema = SchemaScript.adHoc("bench", content.schema());
    LocalStore.await(store.migrate(List.of(schema))).orThrow();
    for (int first = 0; first < rows; first += ROWS_A_MUTATION) {
      int from = first;
      int end = Math.min(rows, first + ROWS_A_MUTATION);
      Mutation<Integer> fill =
          connection -> {
            content.insert(connection, rows, from, end);
            return end - from;
          };
      LocalStore.await(store.write("fill", fill)).orThrow();
    }
  }

  private static void snapshot(Store store) throws InterruptedException, ExecutionException {
    SnapshotReply reply = LocalStore.await(store.snapshot());
    if (!(reply instanceof SnapshotReply.Saved)) {
      throw new IllegalStateException("snapshot not taken: " + reply);
    }
  }
}
