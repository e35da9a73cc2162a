package scriptorium.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Side.Measured;
import scriptorium.drills.print.HumanUnits;

/** Measurements that take turns: each once to warm up, then each once in every round. */
final class Rounds {

  private static final int ROUNDS = 5;

  /** What a measurement gets where the user does not say. */
  private static final int DEFAULT_MILLIS = 1000;

  private static final int SETTLE_LIMIT_SECONDS = 30;

  private final List<Cell> cells;
  private final int rounds;
  private final Duration length;
  private final Consumer<String> progress;

  /** One measurement of a round. */
  record Cell(Side side, int outstanding) {

    /** The row of a table. */
    String title(String what) {
      String manner = side.manner(outstanding);
      return what
          + ", "
          + outstanding
          + " outstanding"
          + (manner.isEmpty() ? "" : " (" + manner + ")");
    }
  }

  /**
   * Of these measurements, in this order, five times each.
   *
   * @param seconds all rounds together without warming up; 0 for what suits their number
   */
  Rounds(List<Cell> cells, int seconds, Consumer<String> progress) {
    this(
        cells,
        ROUNDS,
        Duration.ofMillis(
            seconds == 0 ? DEFAULT_MILLIS : seconds * 1000L / ((long) ROUNDS * cells.size())),
        progress);
  }

  /**
   * Of these measurements, in this order, so often.
   *
   * @param length of each
   */
  Rounds(List<Cell> cells, int rounds, Duration length, Consumer<String> progress) {
    this.cells = List.copyOf(cells);
    this.rounds = rounds;
    this.length = length;
    this.progress = progress;
  }

  /** Tells how long it will take, measures, and hands on all but the first round. */
  void run(BiConsumer<Cell, Measured> found) throws Exception {
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s of %d ms in turns, once to warm up and in %d rounds: %s and half as much for"
                + " last answers and clearing",
            HumanUnits.count(cells.size(), "measurement"),
            length.toMillis(),
            rounds,
            HumanUnits.duration(length.multipliedBy((long) cells.size() * (rounds + 1)))));
    long start = System.nanoTime();
    round((cell, measured) -> {});
    for (int i = 1; i <= rounds; i++) {
      Duration left = Duration.ofNanos((System.nanoTime() - start) / i * (rounds - i + 1));
      progress.accept("round " + i + "/" + rounds + ", " + HumanUnits.duration(left) + " left");
      String told = round(found);
      if (!told.isEmpty()) {
        progress.accept("  store " + told);
      }
    }
  }

  /** Measures each once; tells the store's writes a second, where it is measured. */
  private String round(BiConsumer<Cell, Measured> found) throws Exception {
    List<String> told = new ArrayList<>();
    for (Cell cell : cells) {
      settle();
      Measured measured = cell.side().measure(cell.outstanding(), length);
      cell.side().clear();
      found.accept(cell, measured);
      if (cell.side().name().equals(Side.STORE)) {
        told.add(
            HumanUnits.count(Math.round(measured.writesPerSecond()))
                + "/s at "
                + cell.outstanding());
      }
    }
    return String.join(", ", told);
  }

  /**
   * What the last side left to be written would otherwise be written while the next is measured.
   */
  private static void settle() throws InterruptedException {
    try {
      new ProcessBuilder("sync").start().waitFor(SETTLE_LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // No such program here: each side then suffers from the one before it, as in any round.
    }
  }

  void addTo(BenchReport report) {
    report.setting("measurements", cells.size());
    report.setting("secondsAMeasurement", length.toMillis() / 1e3);
  }
}
