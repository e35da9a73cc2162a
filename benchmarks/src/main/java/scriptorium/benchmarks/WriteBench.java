package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import scriptorium.benchmarks.Rounds.Cell;
import scriptorium.benchmarks.workload.Side;

/** Inserts of the store and of what it is compared with, in turns, on one disk. */
final class WriteBench {

  private final Sides sides;
  private final List<Integer> levels;

  /** All that take part. */
  record Sides(Side store, Side oneEvent, Side bareH2, Side rawAppend, List<Side> peers) {

    Sides {
      peers = List.copyOf(peers);
    }
  }

  /** At these numbers of outstanding writes. */
  WriteBench(Sides sides, List<Integer> levels) {
    this.sides = sides;
    this.levels = List.copyOf(levels);
  }

  /** Measures and reports all but the size of events. */
  WriteFigures run(int seconds, BenchReport report, Consumer<String> progress) throws Exception {
    Rounds rounds = new Rounds(cells(), seconds, progress);
    WriteFigures figures = new WriteFigures(levels, sides.peers());
    rounds.run((cell, measured) -> figures.add(cell.side().name(), cell.outstanding(), measured));
    rounds.addTo(report);
    return figures;
  }

  /** What is compared is measured one after the other. */
  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    cells.add(new Cell(sides.rawAppend(), 1));
    for (int outstanding : allLevels()) {
      if (outstanding == WriteFigures.THROUGHPUT_LEVEL) {
        cells.add(new Cell(sides.bareH2(), 1));
      }
      if (levels.contains(outstanding)) {
        cells.add(new Cell(sides.store(), outstanding));
        cells.add(new Cell(sides.oneEvent(), outstanding));
      }
      for (Side peer : sides.peers()) {
        if (peer.levels(levels).contains(outstanding)) {
          cells.add(new Cell(peer, outstanding));
        }
      }
    }
    if (!levels.contains(WriteFigures.THROUGHPUT_LEVEL)) {
      cells.add(new Cell(sides.bareH2(), 1));
    }
    return cells;
  }

  /** Rising. */
  private Iterable<Integer> allLevels() {
    Set<Integer> all = new TreeSet<>(levels);
    sides.peers().forEach(peer -> all.addAll(peer.levels(levels)));
    return all;
  }
}
