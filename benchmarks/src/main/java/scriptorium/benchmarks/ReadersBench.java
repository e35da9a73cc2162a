package scriptorium.benchmarks;

import static scriptorium.drills.print.HumanUnits.duration;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import scriptorium.actors.Mutation;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.Store;
import scriptorium.actors.WriteRequest;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.drills.embedded.LocalStore;
import scriptorium.drills.print.HumanUnits;

/**
 * The writer alone and beside readers, in turns, measured on the whole path from call to answer
 * with real fsync.
 */
final class ReadersBench {

  private static final int ROUNDS = 5;
  private static final int ROWS_PER_MUTATION = 10_000;
  private static final double MOST_TIMES_SLOWER = 3;

  private static final String SCHEMA =
      """
      CREATE TABLE READING (ID BIGINT PRIMARY KEY, PLACE INT NOT NULL, AMOUNT BIGINT NOT NULL);
      CREATE TABLE ACCOUNT (ID INT PRIMARY KEY, BALANCE BIGINT NOT NULL);
      INSERT INTO ACCOUNT SELECT X, 0 FROM SYSTEM_RANGE(0, 999);
      """;

  private static final String AGGREGATE =
      "SELECT PLACE, COUNT(*), SUM(AMOUNT), AVG(AMOUNT), MAX(ID) FROM READING GROUP BY PLACE";

  private final Store store;
  private final Settings settings;
  private final Consumer<String> progress;
  private int account;

  /**
   * What is measured.
   *
   * @param readers how many readers
   * @param seconds all rounds together
   * @param rows rows of the table that readers aggregate
   */
  record Settings(int readers, int seconds, int rows) {

    Duration round() {
      return Duration.ofMillis(seconds * 1000L / (2 * ROUNDS));
    }
  }

  /** One round: the writer's times and what the readers got done meanwhile. */
  private record Round(
      Samples writes, double writesPerSecond, double readsPerSecond, long refused) {

    double micros(double percent) {
      return writes.percentile(percent).toNanos() / 1e3;
    }
  }

  ReadersBench(Store store, Settings settings, Consumer<String> progress) {
    this.store = store;
    this.settings = settings;
    this.progress = progress;
  }

  BenchReport run() throws InterruptedException, ExecutionException, TimeoutException {
    fill();
    progress.accept(
        HumanUnits.count(settings.rows())
            + " rows filled in; warming up, then "
            + ROUNDS
            + " rounds");
    withReaders();
    alone();
    List<Round> alone = new ArrayList<>();
    List<Round> beside = new ArrayList<>();
    for (int i = 1; i <= ROUNDS; i++) {
      alone.add(alone());
      beside.add(withReaders());
      progress.accept(progress(i, alone.get(i - 1), beside.get(i - 1)));
    }
    return report(alone, beside);
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

  private Round withReaders() throws InterruptedException, ExecutionException, TimeoutException {
    ReaderLoad load = ReaderLoad.start(store, AGGREGATE, settings.readers());
    long answers = load.answers();
    Round writes = alone();
    double seconds = settings.round().toNanos() / 1e9;
    double reads = (load.answers() - answers) / seconds;
    load.stop();
    return new Round(writes.writes(), writes.writesPerSecond(), reads, load.refusals());
  }

  private Round alone() throws InterruptedException, ExecutionException {
    Samples samples = new Samples();
    long start = System.nanoTime();
    long end = start + settings.round().toNanos();
    long before = start;
    while (before < end) {
      write(account++ % 1000);
      long after = System.nanoTime();
      samples.add(after - before);
      before = after;
    }
    return new Round(samples, samples.size() * 1e9 / (before - start), 0, 0);
  }

  private void write(int id) throws InterruptedException, ExecutionException {
    Mutation<Integer> deposit =
        connection -> {
          try (PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE ACCOUNT SET BALANCE = BALANCE + 1 WHERE ID = ?")) {
            update.setInt(1, id);
            return update.executeUpdate();
          }
        };
    LocalStore.await(store.write(WriteRequest.of("deposit", deposit, Instant.now()))).orThrow();
  }

  private String progress(int round, Round alone, Round beside) {
    return "round "
        + round
        + "/"
        + ROUNDS
        + ": p99 alone "
        + duration(alone.writes().percentile(99))
        + ", with "
        + HumanUnits.count(settings.readers(), "reader")
        + " "
        + duration(beside.writes().percentile(99));
  }

  private BenchReport report(List<Round> alone, List<Round> beside) {
    BenchReport report = new BenchReport("bench readers");
    report.setting("readers", settings.readers());
    report.setting("secondsARound", settings.round().toNanos() / 1e9);
    report.setting("rows", settings.rows());
    report.setting("readsRefused", beside.stream().mapToLong(Round::refused).sum());
    for (double percent : new double[] {50, 99, 100}) {
      String name = percent == 100 ? "write longest" : "write p" + (int) percent;
      report.micros(name + ", alone", alone.stream().map(r -> r.micros(percent)).toList());
      report.micros(name + ", with readers", beside.stream().map(r -> r.micros(percent)).toList());
    }
    report.perSecond("writes, alone", alone.stream().map(Round::writesPerSecond).toList());
    report.perSecond("writes, with readers", beside.stream().map(Round::writesPerSecond).toList());
    report.perSecond("reads", beside.stream().map(Round::readsPerSecond).toList());
    report.ratio("p99 with readers / p99 alone", ratios(alone, beside), MOST_TIMES_SLOWER);
    return report;
  }

  /** Of neighbouring rounds, so that what the machine did besides is in both. */
  private static List<Double> ratios(List<Round> alone, List<Round> beside) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < alone.size(); i++) {
      ratios.add(beside.get(i).micros(99) / alone.get(i).micros(99));
    }
    return ratios;
  }
}
