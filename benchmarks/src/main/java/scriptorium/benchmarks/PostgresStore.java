package scriptorium.benchmarks;

import com.typesafe.config.ConfigValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import scriptorium.benchmarks.workload.Side;
import scriptorium.drills.embedded.LocalStore;
import scriptorium.drills.journal.DrillJournal;

/** The same store with its journal in a PostgreSQL server of its own on this machine. */
final class PostgresStore implements AutoCloseable {

  private final DrillJournal journal;
  private final LocalStore store;

  private PostgresStore(DrillJournal journal, LocalStore store) {
    this.journal = journal;
    this.store = store;
  }

  /** One, if it is asked for. */
  static Optional<PostgresStore> open(boolean asked, Path folder, Map<String, Object> settings)
      throws InterruptedException, ExecutionException {
    if (!asked) {
      return Optional.empty();
    }
    DrillJournal journal = DrillJournal.onOwnServer("bench");
    try {
      Map<String, Object> all = new HashMap<>(settings);
      for (Map.Entry<String, ConfigValue> entry : journal.settings().resolve().entrySet()) {
        all.put(entry.getKey(), entry.getValue().unwrapped());
      }
      LocalStore store = LocalStore.open(folder.resolve("on-postgres"), "store", all);
      StoreInserts.createTable(store.store());
      return Optional.of(new PostgresStore(journal, store));
    } catch (RuntimeException | ExecutionException e) {
      journal.close();
      throw e;
    }
  }

  /** Its side, and the others. */
  static List<Side> with(Optional<PostgresStore> opened, List<Side> others) {
    List<Side> all = new ArrayList<>(others);
    opened.ifPresent(
        own -> all.add(0, new StoreInserts(own.store.store(), false, Side.STORE_POSTGRES)));
    return all;
  }

  @Override
  public void close() {
    store.close();
    journal.close();
  }
}
