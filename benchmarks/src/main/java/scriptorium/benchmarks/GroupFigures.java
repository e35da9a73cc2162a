package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import scriptorium.benchmarks.Rounds.Cell;
import scriptorium.benchmarks.journal.ActorGroups;
import scriptorium.benchmarks.journal.BareGroups;
import scriptorium.benchmarks.journal.JournalHost;
import scriptorium.benchmarks.journal.JournalHost.Tested;
import scriptorium.benchmarks.journal.PluginGroups;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Side.Measured;
import scriptorium.drills.print.HumanUnits;

/** The part of {@code bench journal} that writes groups: sides in turns, ratios within a round. */
final class GroupFigures {

  /** Events a group. */
  private static final List<Integer> SIZES = List.of(1, 64, 512);

  private static final List<Integer> ROCKS_SIZES = List.of(1, 64);
  private static final Target ACTOR_OF_BARE = Target.atLeast(0.7);
  private static final Target TIMES_ROCKS = Target.atLeast(1);

  private final BenchReport report;
  private final Map<Cell, List<Measured>> found = new LinkedHashMap<>();

  /** The sides of one place. */
  private record Sides(JournalPlace place, Side bare, Side embedded, Side actor, Side rocks) {

    List<Cell> cells() {
      List<Cell> cells = new ArrayList<>();
      for (int events : SIZES) {
        cells.add(new Cell(bare, events));
        cells.add(new Cell(embedded, events));
        if (events == 1) {
          cells.add(new Cell(actor, events));
        }
        if (ROCKS_SIZES.contains(events)) {
          cells.add(new Cell(rocks, events));
        }
      }
      return cells;
    }
  }

  private GroupFigures(BenchReport report) {
    this.report = report;
  }

  /** Measures and adds the figures. */
  static void measure(
      JournalOptions options,
      List<JournalPlace> places,
      BenchReport report,
      Consumer<String> progress)
      throws Exception {
    List<AutoCloseable> opened = new ArrayList<>();
    try {
      List<Sides> all = new ArrayList<>();
      for (JournalPlace place : places) {
        all.add(open(place, opened));
      }
      GroupFigures figures = new GroupFigures(report);
      List<Cell> cells = all.stream().flatMap(sides -> sides.cells().stream()).toList();
      Rounds rounds = new Rounds(cells, options.rounds(), options.length(), progress);
      rounds.run(figures::add);
      rounds.addTo(report);
      all.forEach(figures::figures);
      all.forEach(figures::targets);
    } finally {
      for (int i = opened.size() - 1; i >= 0; i--) {
        opened.get(i).close();
      }
    }
  }

  private static Sides open(JournalPlace place, List<AutoCloseable> opened) throws Exception {
    JournalHost host = JournalHost.start(place.part("groups"));
    opened.add(host);
    BareGroups bare = BareGroups.create(place.in("bare loop"), place.part("groups"), host, SIZES);
    opened.add(bare);
    return new Sides(
        place,
        bare,
        PluginGroups.open(place.in("embedded"), "plugin", host, Tested.EMBEDDED),
        ActorGroups.open(place.in("journal's actor"), "actor", host),
        PluginGroups.open(place.in("RocksDB"), "rocks", host, Tested.ROCKS));
  }

  private void add(Cell cell, Measured measured) {
    found.computeIfAbsent(cell, key -> new ArrayList<>()).add(measured);
  }

  private void figures(Sides sides) {
    for (Cell cell : sides.cells()) {
      report.perSecond(title(cell.side().name() + ", events", cell.outstanding()), rates(cell));
    }
    for (Cell cell : sides.cells()) {
      for (double percent : new double[] {50, 99}) {
        report.micros(
            title(cell.side().name() + ", p" + (int) percent, cell.outstanding()),
            of(cell, measured -> measured.micros(percent)));
      }
    }
  }

  private void targets(Sides sides) {
    for (int events : SIZES) {
      ratio(sides, sides.embedded(), "embedded / bare loop", sides.bare(), events, ofBare(events));
      if (events == 1) {
        ratio(
            sides,
            sides.actor(),
            "journal's actor / bare loop",
            sides.bare(),
            events,
            ACTOR_OF_BARE);
      }
      if (ROCKS_SIZES.contains(events)) {
        ratio(sides, sides.embedded(), "embedded / RocksDB", sides.rocks(), events, TIMES_ROCKS);
      }
    }
  }

  /** What of the bare loop the embedded journal must reach. */
  private static Target ofBare(int events) {
    return Target.atLeast(events == 1 ? 0.9 : events == 64 ? 0.7 : 0.4);
  }

  /** In memory a ratio is only to be known: there a force costs nothing. */
  private void ratio(Sides sides, Side over, String what, Side under, int events, Target target) {
    String title = title(sides.place().in(what), events);
    List<Double> ratios =
        WriteFigures.ratios(rates(new Cell(over, events)), rates(new Cell(under, events)));
    if (sides.place().isDisk()) {
      report.ratio(title, ratios, target);
    } else {
      report.ratio(title, ratios);
    }
  }

  private List<Double> rates(Cell cell) {
    return of(cell, Measured::writesPerSecond);
  }

  private List<Double> of(Cell cell, ToDoubleFunction<Measured> figure) {
    List<Measured> rounds = found.get(cell);
    if (rounds == null) {
      throw new IllegalStateException("not measured: " + cell);
    }
    return rounds.stream().map(figure::applyAsDouble).toList();
  }

  private static String title(String what, int events) {
    return what + ", " + HumanUnits.count(events, "event") + " a group";
  }
}
