package scriptorium.benchmarks.reading;

import static scriptorium.drills.print.HumanUnits.duration;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import scriptorium.actors.Mutation;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.Store;
import scriptorium.benchmarks.workload.ClosedLoop;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side.Measured;
import scriptorium.drills.embedded.LocalStore;
import scriptorium.drills.print.HumanUnits;

/**
 * Writer and readers alone and beside each other, in turns, measured on the whole path from call to
 * answer with real fsync. A write that is not committed ends the benchmark.
 */
public final class ReadersBench {

  private static final int ROUNDS = 5;
  private static final int ROWS_PER_MUTATION = 10_000;
  private static final int ACCOUNTS = 1000;

  private static final String SCHEMA =
      """
      CREATE TABLE READING (ID BIGINT PRIMARY KEY, PLACE INT NOT NULL, AMOUNT BIGINT NOT NULL);
      CREATE TABLE ACCOUNT (ID INT PRIMARY KEY, BALANCE BIGINT NOT NULL);
      INSERT INTO ACCOUNT SELECT X, 0 FROM SYSTEM_RANGE(0, 999);
      """;

  private static final String AGGREGATE =
      "SELECT PLACE, COUNT(*), SUM(AMOUNT), AVG(AMOUNT), MAX(ID) FROM READING GROUP BY PLACE";

  private final Store store;
  private final Executor callbacks;
  private final Settings settings;
  private final Consumer<String> progress;
  private final AtomicLong nextWrite = new AtomicLong();

  /**
   * What is measured.
   *
   * @param readers how many readers
   * @param length all rounds together
   * @param rows rows of the table that readers aggregate
   */
  public record Settings(int readers, Duration length, int rows) {

    public Duration phase() {
      return length.dividedBy((long) ROUNDS * Phase.values().length);
    }
  }

  /**
   * What one phase found; without samples of who was not at work.
   *
   * @param readsRefused questions not answered: no permit in time, or too slow
   */
  public record Found(Measured writes, Measured reads, long readsRefused) {}

  /** Measures a store that is ready; where callers hear answers is the actor system's. */
  public ReadersBench(
      Store store, Executor callbacks, Settings settings, Consumer<String> progress) {
    this.store = store;
    this.callbacks = callbacks;
    this.settings = settings;
    this.progress = progress;
  }

  /** Fills the table, warms up, then measures; gives each round to the one who adds it up. */
  public void run(Consumer<Map<Phase, Found>> rounds)
      throws InterruptedException, ExecutionException, TimeoutException {
    fill();
    progress.accept(
        HumanUnits.count(settings.rows())
            + " rows filled in for "
            + HumanUnits.count(settings.readers(), "reader")
            + "; warming up, then "
            + ROUNDS
            + " rounds");
    measure(Phase.ONE_WRITE_AND_READERS);
    measure(Phase.FULL_SPEED_AND_READERS);
    for (int i = 1; i <= ROUNDS; i++) {
      Map<Phase, Found> round = new EnumMap<>(Phase.class);
      for (Phase phase : Phase.values()) {
        round.put(phase, measure(phase));
      }
      rounds.accept(round);
      progress.accept("round " + i + "/" + ROUNDS + ": write p99" + longest(round));
    }
  }

  private void fill() throws InterruptedException, ExecutionException {
    LocalStore.await(store.migrate(List.of(SchemaScript.adHoc("bench", SCHEMA)))).orThrow();
    for (int from = 0; from < settings.rows(); from += ROWS_PER_MUTATION) {
      int first = from;
      int last = Math.min(settings.rows(), from + ROWS_PER_MUTATION) - 1;
      Mutation<Integer> fill =
          connection -> {
            try (PreparedStatement insert =
                connection.prepareStatement(
                    "INSERT INTO READING SELECT X, MOD(X, 100), X * 7 FROM SYSTEM_RANGE(?, ?)")) {
              insert.setInt(1, first);
              insert.setInt(2, last);
              return insert.executeUpdate();
            }
          };
      LocalStore.await(store.write("fill", fill)).orThrow();
    }
  }

  private Found measure(Phase phase)
      throws InterruptedException, ExecutionException, TimeoutException {
    int readers = phase.reads() ? settings.readers() : 0;
    ReaderLoad load = ReaderLoad.start(store, callbacks, AGGREGATE, readers);
    Measured writes = write(phase.writes());
    double reads = load.answers() / (settings.phase().toNanos() / 1e9);
    Samples latencies = load.stop();
    return new Found(writes, new Measured(reads, latencies), load.refusals());
  }

  private Measured write(int outstanding)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (outstanding == 0) {
      TimeUnit.NANOSECONDS.sleep(settings.phase().toNanos());
      return new Measured(0, new Samples());
    }
    return ClosedLoop.run(outstanding, 1, settings.phase(), nextWrite, this::deposit);
  }

  private CompletionStage<Integer> deposit(long number) {
    int account = (int) (number % ACCOUNTS);
    Mutation<Integer> deposit =
        connection -> {
          try (PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE ACCOUNT SET BALANCE = BALANCE + 1 WHERE ID = ?")) {
            update.setInt(1, account);
            return update.executeUpdate();
          }
        };
    return store.write("deposit", deposit).thenApply(reply -> reply.orThrow().value());
  }

  private static String longest(Map<Phase, Found> round) {
    StringBuilder text = new StringBuilder();
    round.forEach(
        (phase, found) -> {
          if (phase.writes() > 0) {
            text.append(phase.reads() ? ", with readers " : ", alone ")
                .append(duration(found.writes().latencies().percentile(99)))
                .append(phase.writes() > 1 ? " at full speed" : "");
          }
        });
    return text.toString();
  }
}
