package scriptorium.benchmarks.snapshotting;

import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import scriptorium.actors.Mutation;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.Store;
import scriptorium.benchmarks.workload.ClosedLoop;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.Side.Measured;
import scriptorium.benchmarks.workload.SixTables;
import scriptorium.drills.print.HumanUnits;

/**
 * Writer and readers without and with snapshots, in turns, measured from call to answer with real
 * fsync. A write that is not committed, or a snapshot that is not saved, ends the benchmark.
 */
public final class SnapshotBench {

  private static final int ROUNDS = 5;
  private static final long SCATTER = 16_777_619;

  private final Store store;
  private final Settings settings;
  private final Consumer<String> progress;
  private final AtomicLong nextWrite = new AtomicLong();
  private final int shipments;

  /**
   * What is measured.
   *
   * @param rows in the six tables
   * @param length all rounds together
   * @param readsPerSecond how many reads come in, whatever else goes on
   */
  public record Settings(int rows, Duration length, int readsPerSecond) {

    public Duration phase() {
      return length.dividedBy((long) ROUNDS * SnapshotPhase.values().length);
    }
  }

  /**
   * What one phase found.
   *
   * @param reads how long reads took
   * @param readsRefused reads that were not answered
   * @param snapshots those taken from its beginning until after its end
   */
  public record Found(
      Measured writes, Samples reads, long readsRefused, List<SnapshotReply.Saved> snapshots) {

    public Found {
      snapshots = List.copyOf(snapshots);
    }
  }

  /** Measures a store that has the six tables. */
  public SnapshotBench(Store store, Settings settings, Consumer<String> progress) {
    this.store = store;
    this.settings = settings;
    this.progress = progress;
    this.shipments = SixTables.SHIPMENT.rows(settings.rows());
  }

  /** Warms up, then measures; gives each round to the one who adds it up. */
  public void run(Consumer<Map<SnapshotPhase, Found>> rounds)
      throws InterruptedException, ExecutionException, TimeoutException {
    progress.accept(
        "snapshots beside writer and readers: warming up, then "
            + ROUNDS
            + " rounds of "
            + HumanUnits.duration(settings.phase().multipliedBy(SnapshotPhase.values().length)));
    measure(SnapshotPhase.ONE_WRITE_AND_SNAPSHOTS);
    measure(SnapshotPhase.FULL_SPEED_AND_SNAPSHOTS);
    for (int i = 1; i <= ROUNDS; i++) {
      Map<SnapshotPhase, Found> round = new EnumMap<>(SnapshotPhase.class);
      for (SnapshotPhase phase : SnapshotPhase.values()) {
        round.put(phase, measure(phase));
      }
      rounds.accept(round);
      progress.accept("round " + i + "/" + ROUNDS + ":" + text(round));
    }
  }

  private Found measure(SnapshotPhase phase)
      throws InterruptedException, ExecutionException, TimeoutException {
    PacedReads reads = PacedReads.start(store, settings.rows(), settings.readsPerSecond());
    List<SnapshotReply.Saved> taken = List.of();
    Measured writes;
    if (phase.snapshots()) {
      SnapshotLoop snapshots = SnapshotLoop.start(store);
      writes = write(phase.writes());
      Samples latencies = reads.stop();
      taken = snapshots.stop();
      return new Found(writes, latencies, reads.refusals(), taken);
    }
    writes = write(phase.writes());
    return new Found(writes, reads.stop(), reads.refusals(), taken);
  }

  private Measured write(int outstanding)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ClosedLoop.run(outstanding, 1, settings.phase(), nextWrite, this::weigh);
  }

  private CompletionStage<Integer> weigh(long number) {
    long shipment = number * SCATTER % shipments;
    Mutation<Integer> weigh =
        connection -> {
          try (PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE SHIPMENT SET STATE = ?, GRAMS = ? WHERE ID = ?")) {
            update.setString(1, number % 2 == 0 ? "weighed" : "loaded");
            update.setLong(2, number % 30_000);
            update.setLong(3, shipment);
            return update.executeUpdate();
          }
        };
    return store.write("weigh", weigh).thenApply(reply -> reply.orThrow().value());
  }

  private static String text(Map<SnapshotPhase, Found> round) {
    StringBuilder text = new StringBuilder();
    round.forEach(
        (phase, found) ->
            text.append(text.length() == 0 ? " " : ", ")
                .append(HumanUnits.count(Math.round(found.writes().writesPerSecond())))
                .append(" writes/s")
                .append(
                    phase.snapshots()
                        ? " with " + HumanUnits.count(found.snapshots().size(), "snapshot")
                        : ""));
    return text.toString();
  }
}
