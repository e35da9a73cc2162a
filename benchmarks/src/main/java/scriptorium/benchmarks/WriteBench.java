package scriptorium.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Side.Measured;
import scriptorium.drills.print.HumanUnits;

/** The store and what it is compared with, in turns, on one disk. */
final class WriteBench {

  private static final int ROUNDS = 5;

  private final Sides sides;
  private final Settings settings;
  private final Consumer<String> progress;

  /**
   * What is measured.
   *
   * @param outstanding numbers of writes that wait for their answer at the same time
   * @param seconds all rounds together
   */
  record Settings(List<Integer> outstanding, int seconds) {

    Settings {
      outstanding = List.copyOf(outstanding);
    }

    /** Of one side at one number of outstanding writes, in one round. */
    Duration length() {
      int measurements = 2 * outstanding.size() + 2;
      return Duration.ofMillis(seconds * 1000L / ((long) ROUNDS * measurements));
    }
  }

  /** All that take part. */
  record Sides(Side store, Side oneEvent, Side bareH2, Side rawAppend) {}

  private record Cell(Side side, int outstanding) {}

  WriteBench(Sides sides, Settings settings, Consumer<String> progress) {
    this.sides = sides;
    this.settings = settings;
    this.progress = progress;
  }

  WriteFigures run() throws Exception {
    progress.accept("warming up, then " + ROUNDS + " rounds");
    round(new WriteFigures(settings.outstanding()));
    WriteFigures figures = new WriteFigures(settings.outstanding());
    for (int i = 1; i <= ROUNDS; i++) {
      progress.accept("round " + i + "/" + ROUNDS + ": " + round(figures));
    }
    return figures;
  }

  /** Measures each cell once; tells the store's writes a second. */
  private String round(WriteFigures figures) throws Exception {
    List<String> told = new ArrayList<>();
    for (Cell cell : cells()) {
      Measured measured = cell.side().measure(cell.outstanding(), settings.length());
      cell.side().clear();
      figures.add(cell.side().name(), cell.outstanding(), measured);
      if (cell.side() == sides.store()) {
        told.add(
            String.format(
                Locale.ROOT,
                "%s/s at %d",
                HumanUnits.count(Math.round(measured.writesPerSecond())),
                cell.outstanding()));
      }
    }
    return "store " + String.join(", ", told);
  }

  /** What a target compares is measured one after the other. */
  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    cells.add(new Cell(sides.rawAppend(), 1));
    for (int outstanding : settings.outstanding()) {
      if (outstanding == WriteFigures.THROUGHPUT_LEVEL) {
        cells.add(new Cell(sides.bareH2(), 1));
      }
      cells.add(new Cell(sides.store(), outstanding));
      cells.add(new Cell(sides.oneEvent(), outstanding));
    }
    if (!settings.outstanding().contains(WriteFigures.THROUGHPUT_LEVEL)) {
      cells.add(new Cell(sides.bareH2(), 1));
    }
    return cells;
  }
}
