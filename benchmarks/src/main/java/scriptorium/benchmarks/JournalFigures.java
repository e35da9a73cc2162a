package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import scriptorium.benchmarks.journal.CrashedOpen;
import scriptorium.benchmarks.journal.EmptyReplay;
import scriptorium.benchmarks.journal.JournalHost;
import scriptorium.benchmarks.journal.JournalHost.Tested;
import scriptorium.benchmarks.journal.TailBench;
import scriptorium.drills.print.HumanUnits;

/** The parts of {@code bench journal}, one after another, and their figures. */
final class JournalFigures {

  private static final Target TIMES_LEVEL = Target.atLeast(2.5);
  private static final Target TAIL_P50_MICROS = Target.atMost(5_000);
  private static final Target TAIL_P99_MICROS = Target.atMost(50_000);
  private static final Target OPEN_MICROS = Target.atMost(1_000_000);

  private final JournalOptions options;
  private final List<JournalPlace> places;
  private final BenchReport report;
  private final Consumer<String> progress;

  private JournalFigures(
      JournalOptions options,
      List<JournalPlace> places,
      BenchReport report,
      Consumer<String> progress) {
    this.options = options;
    this.places = List.copyOf(places);
    this.report = report;
    this.progress = progress;
  }

  /** Measures what is asked for and adds the figures. */
  static void measure(
      JournalOptions options,
      List<JournalPlace> places,
      BenchReport report,
      Consumer<String> progress)
      throws Exception {
    JournalFigures figures = new JournalFigures(options, places, report, progress);
    for (JournalOptions.Part part : JournalOptions.Part.values()) {
      if (options.parts().contains(part)) {
        switch (part) {
          case GROUPS -> GroupFigures.measure(options, places, report, progress);
          case REPLAY -> figures.replay();
          case TAIL -> figures.tail();
          case OPEN -> figures.open();
        }
      }
    }
  }

  private void replay() throws Exception {
    for (JournalPlace place : places) {
      progress.accept(place.in("replay of " + HumanUnits.count(options.events(), "event")));
      List<Double> embedded = new ArrayList<>();
      List<Double> level = new ArrayList<>();
      try (JournalHost host = JournalHost.start(place.part("replay"))) {
        EmptyReplay replay = new EmptyReplay(host, options.events());
        replay.fill(Tested.EMBEDDED);
        replay.fill(Tested.LEVEL);
        for (int i = 0; i <= options.rounds(); i++) {
          double ours = replay.run(Tested.EMBEDDED);
          double theirs = replay.run(Tested.LEVEL);
          if (i > 0) {
            embedded.add(ours);
            level.add(theirs);
          }
        }
      }
      report.perSecond(place.in("replay, embedded"), embedded);
      report.perSecond(place.in("replay, LevelDB"), level);
      report.ratio(
          place.in("replay, embedded / LevelDB"),
          WriteFigures.ratios(embedded, level),
          TIMES_LEVEL);
    }
  }

  private void tail() throws Exception {
    TailBench.Settings settings =
        new TailBench.Settings(
            options.rounds(), options.length().multipliedBy(2), options.groupsPerSecond());
    for (JournalPlace place : places) {
      progress.accept(
          place.in(
              "tail at " + HumanUnits.count(options.groupsPerSecond(), "group") + " a second"));
      List<TailBench.Round> rounds = new ArrayList<>();
      try (JournalHost host = JournalHost.start(place.part("followed"))) {
        new TailBench(host, place.part("followed"), settings).run(rounds::add);
      }
      report.perSecond(
          place.in("tail, groups written"), of(rounds, TailBench.Round::groupsPerSecond));
      report.micros(place.in("tail, farthest behind"), of(rounds, TailBench.Round::mostMicros));
      report.micros(
          place.in("tail, behind p50"), of(rounds, TailBench.Round::p50Micros), TAIL_P50_MICROS);
      report.micros(
          place.in("tail, behind p99"), of(rounds, TailBench.Round::p99Micros), TAIL_P99_MICROS);
    }
  }

  private static List<Double> of(
      List<TailBench.Round> rounds, ToDoubleFunction<TailBench.Round> figure) {
    return rounds.stream().map(figure::applyAsDouble).toList();
  }

  private void open() throws Exception {
    for (JournalPlace place : places) {
      progress.accept(place.in("open: writing " + HumanUnits.bytes(openBytes())));
      CrashedOpen crashed = new CrashedOpen(place.part("crashed"), openBytes());
      crashed.fill();
      report.bytes(place.in("open, segments"), crashed.bytes());
      List<Double> opened = new ArrayList<>();
      for (int i = 0; i < options.rounds(); i++) {
        opened.add(crashed.open());
      }
      report.micros(place.in("open after SIGKILL"), opened, OPEN_MICROS);
    }
  }

  private long openBytes() {
    return (long) options.openMib() << 20;
  }
}
