package scriptorium.benchmarks.restart;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import scriptorium.actors.Mutation;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.Store;
import scriptorium.actors.WriteReply;
import scriptorium.benchmarks.workload.BareH2;
import scriptorium.drills.embedded.LocalStore;

/**
 * Change sets put in by a recovery, and the same statements by JDBC, in turns in this process. Both
 * begin with no database. Used by one thread.
 */
public final class ReplayBench {

  private static final String STORE = "replay";

  /** The journal from its start. */
  private static final Map<String, Object> SETTINGS =
      Map.of("scriptorium.store.snapshot.every-events", 0);

  private static final int OUTSTANDING = 256;
  private static final int MUTATIONS_A_COMMIT = 100;

  private final Path folder;
  private final int mutations;

  public ReplayBench(Path folder, int mutations) {
    this.folder = folder;
    this.mutations = mutations;
  }

  /** Row changes of all mutations, without those of the schema. */
  public long rowChanges() {
    return (long) mutations * MixedWork.ROW_CHANGES;
  }

  /** Writes the journal. */
  public void fill() throws InterruptedException, ExecutionException {
    try (LocalStore opened = LocalStore.open(folder, STORE, SETTINGS)) {
      Store store = opened.store();
      SchemaScript schema = SchemaScript.adHoc("bench", MixedWork.SCHEMA);
      LocalStore.await(store.migrate(List.of(schema))).orThrow();
      Queue<CompletionStage<WriteReply<Boolean>>> answers = new ArrayDeque<>();
      for (int i = 0; i < mutations; i++) {
        if (answers.size() == OUTSTANDING) {
          LocalStore.await(answers.remove()).orThrow();
        }
        answers.add(store.write("mixed", mutation(i)));
      }
      for (CompletionStage<WriteReply<Boolean>> answer : answers) {
        LocalStore.await(answer).orThrow();
      }
    }
  }

  private static Mutation<Boolean> mutation(int number) {
    return connection -> {
      try (MixedWork work = new MixedWork(connection)) {
        work.run(number);
        return true;
      }
    };
  }

  /** Warms up, then measures; gives the time of the replay and of JDBC, a round each. */
  public void run(int rounds, BiConsumer<Duration, Duration> found)
      throws SQLException, InterruptedException {
    replay();
    loop();
    for (int i = 0; i < rounds; i++) {
      Duration replay = replay();
      found.accept(replay, loop());
    }
  }

  private Duration replay() throws InterruptedException {
    try (LocalStore opened = LocalStore.open(folder, STORE, SETTINGS)) {
      RecoveryReport report = opened.store().status().recovery().orElseThrow();
      if (report.replayedEvents() < mutations) {
        throw new IllegalStateException(
            "events replayed: expected at least " + mutations + " found=" + report);
      }
      return report.replaying();
    }
  }

  private Duration loop() throws SQLException {
    long start = System.nanoTime();
    try (Connection connection = BareH2.open();
        Statement statement = connection.createStatement()) {
      statement.execute(MixedWork.SCHEMA);
      connection.setAutoCommit(false);
      try (MixedWork work = new MixedWork(connection)) {
        for (int i = 0; i < mutations; i++) {
          work.run(i);
          if (i % MUTATIONS_A_COMMIT == MUTATIONS_A_COMMIT - 1) {
            connection.commit();
          }
        }
      }
      connection.commit();
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }
}
