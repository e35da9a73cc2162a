package scriptorium.benchmarks.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import scriptorium.benchmarks.journal.JournalHost.Tested;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.JvmProcess;

/**
 * This process writes groups of one event at a steady pace; another follows the files. Used by one
 * thread.
 */
public final class TailBench {

  private static final String PERSISTENCE_ID = "followed";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration END_LIMIT = Duration.ofSeconds(60);

  private final JournalHost host;
  private final Path folder;
  private final Settings settings;
  private final Map<Integer, EventLine> told = new ConcurrentHashMap<>();
  private final CountDownLatch follows = new CountDownLatch(1);

  /**
   * How it is measured.
   *
   * @param rounds without the one that warms up
   * @param length of a round
   * @param groupsPerSecond the pace
   */
  public record Settings(int rounds, Duration length, int groupsPerSecond) {}

  /**
   * What one round found.
   *
   * @param groupsPerSecond written; below the pace where the disk does not keep it
   * @param p50Micros from the call of the plugin until the event came out of the query
   * @param p99Micros the same
   * @param mostMicros the same
   */
  public record Round(
      double groupsPerSecond, double p50Micros, double p99Micros, double mostMicros) {}

  /**
   * @param folder the host's
   */
  public TailBench(JournalHost host, Path folder, Settings settings) {
    this.host = host;
    this.folder = folder;
    this.settings = settings;
  }

  /** Starts the other process, writes all rounds, hands on what it told. */
  public void run(Consumer<Round> found)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    PluginGroups groups =
        PluginGroups.open(Tested.EMBEDDED.title(), PERSISTENCE_ID, host, Tested.EMBEDDED);
    Path logs = Files.createDirectories(folder.resolve("tail"));
    JvmProcess child =
        JvmProcess.start(
            "tail",
            logs,
            ChildFlags.ofThisProcess(),
            TailCommand.words(folder, PERSISTENCE_ID),
            this::hear);
    try {
      double[] written = writeAll(groups, child);
      if (!child.awaitEnd(END_LIMIT) || child.exitValue() != 0) {
        throw failed(logs);
      }
      for (int i = 1; i <= settings.rounds(); i++) {
        found.accept(round(i, written[i], logs));
      }
    } finally {
      child.kill();
    }
  }

  private void hear(EventLine event) {
    if (event.kind().equals(TailCommand.FOLLOWS)) {
      follows.countDown();
    } else if (event.kind().equals(TailCommand.BEHIND)) {
      told.put((int) event.number("round"), event);
    }
  }

  private double[] writeAll(PluginGroups groups, JvmProcess child)
      throws ExecutionException, InterruptedException {
    long limit = System.nanoTime() + START_LIMIT.toNanos();
    double unused =
        write(
            groups,
            0,
            () -> follows.getCount() > 0 && child.isAlive() && System.nanoTime() < limit);
    double[] written = new double[settings.rounds() + 1];
    for (int i = 0; i <= settings.rounds(); i++) {
      long end = System.nanoTime() + settings.length().toNanos();
      written[i] = write(groups, i, () -> System.nanoTime() < end);
    }
    Object unusedEnd = groups.write(TailEvent.end().toBytes()).toCompletableFuture().get();
    return written;
  }

  /** At the pace, and sooner after a delay until it is made up for; tells the groups a second. */
  private double write(PluginGroups groups, int round, BooleanSupplier goesOn)
      throws ExecutionException, InterruptedException {
    long start = System.nanoTime();
    long written = 0;
    while (goesOn.getAsBoolean()) {
      long due = start + written * TimeUnit.SECONDS.toNanos(1) / settings.groupsPerSecond();
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      TailEvent event = new TailEvent(round, EventLine.nowMicros());
      Object unused = groups.write(event.toBytes()).toCompletableFuture().get();
      written++;
    }
    return written * 1e9 / (System.nanoTime() - start);
  }

  private Round round(int number, double written, Path logs) throws IOException {
    EventLine behind = told.get(number);
    if (behind == null) {
      throw failed(logs);
    }
    return new Round(written, behind.number("p50"), behind.number("p99"), behind.number("most"));
  }

  private static IllegalStateException failed(Path logs) throws IOException {
    return new IllegalStateException(
        "the following process did not come to its end: "
            + Files.readString(logs.resolve("tail.err")).strip());
  }
}
