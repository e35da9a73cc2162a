package scriptorium.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.TextTable;
import scriptorium.drills.print.TextTable.Column;

/** What a benchmark found: figures with their spread, some beside the target they must meet. */
final class BenchReport {

  private final String name;
  private final Map<String, Object> settings = new LinkedHashMap<>();
  private final List<Line> lines = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private record Line(Figure figure, DoubleFunction<String> format, Optional<Target> target) {

    boolean isMet() {
      return target.isEmpty() || target.get().isMetBy(figure.median());
    }

    String targetText() {
      return target.map(t -> t.text(figure.median(), format)).orElse("");
    }
  }

  BenchReport(String name) {
    this.name = name;
  }

  /** Adds what the figures were measured with. */
  void setting(String key, Object value) {
    settings.put(key, value);
  }

  /** Adds a sentence about the figures, shown below them. */
  void note(String sentence) {
    notes.add(sentence);
  }

  /** Adds durations, given in microseconds. */
  void micros(String figure, List<Double> values) {
    add(new Figure(figure, "micros", values), BenchReport::microsText);
  }

  /** Adds durations, given in microseconds, whose median must meet the target. */
  void micros(String figure, List<Double> values, Target target) {
    Figure micros = new Figure(figure, "micros", values);
    lines.add(new Line(micros, BenchReport::microsText, Optional.of(target)));
  }

  /** Adds a number of things a second. */
  void perSecond(String figure, List<Double> values) {
    add(
        new Figure(figure, "per second", values),
        number -> HumanUnits.count(Math.round(number)) + "/s");
  }

  /** Adds how many there were. */
  void count(String figure, List<Double> values) {
    add(new Figure(figure, "count", values), number -> HumanUnits.count(Math.round(number)));
  }

  /** Adds a size that is the same in each round. */
  void bytes(String figure, long bytes) {
    add(new Figure(figure, "bytes", List.of((double) bytes)), BenchReport::bytesText);
  }

  /** Adds a size that is the same in each round, with its target. */
  void bytes(String figure, long bytes, Target target) {
    Figure size = new Figure(figure, "bytes", List.of((double) bytes));
    lines.add(new Line(size, BenchReport::bytesText, Optional.of(target)));
  }

  /** Adds a part of a whole, given from 0 to 1. */
  void share(String figure, List<Double> values) {
    add(new Figure(figure, "share", values), BenchReport::shareText);
  }

  /** Adds a ratio that is only to be known. */
  void ratio(String figure, List<Double> values) {
    add(new Figure(figure, "ratio", values), BenchReport::ratioText);
  }

  /** Adds a ratio whose median must not exceed the target. */
  void ratio(String figure, List<Double> values, double atMost) {
    ratio(figure, values, Target.atMost(atMost));
  }

  /** Adds a ratio whose median must meet the target. */
  void ratio(String figure, List<Double> values, Target target) {
    lines.add(
        new Line(new Figure(figure, "ratio", values), BenchReport::ratioText, Optional.of(target)));
  }

  private void add(Figure figure, DoubleFunction<String> format) {
    lines.add(new Line(figure, format, Optional.empty()));
  }

  private static String ratioText(double ratio) {
    return String.format(Locale.ROOT, "%.2f×", ratio);
  }

  private static String shareText(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  private static String microsText(double micros) {
    return HumanUnits.duration(Duration.ofNanos((long) (micros * 1000)));
  }

  private static String bytesText(double bytes) {
    return HumanUnits.bytes(Math.round(bytes));
  }

  /** Whether each figure with a target meets it. */
  boolean isMet() {
    return lines.stream().allMatch(Line::isMet);
  }

  List<String> toLines() {
    TextTable table =
        new TextTable(
            List.of(
                Column.text(name),
                Column.number("MEDIAN"),
                Column.number("SPREAD"),
                Column.number("TARGET")));
    for (Line line : lines) {
      table.row(
          line.figure().name(),
          line.format().apply(line.figure().median()),
          line.figure().spread(line.format()),
          line.targetText());
    }
    List<String> all = new ArrayList<>(table.lines());
    all.addAll(notes);
    return all;
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", name);
    map.put("settings", settings);
    map.put("met", isMet());
    List<Map<String, Object>> figures = new ArrayList<>();
    for (Line line : lines) {
      Map<String, Object> figure = line.figure().toMap();
      line.target().ifPresent(target -> figure.putAll(target.toMap(line.figure().median())));
      figures.add(figure);
    }
    map.put("figures", figures);
    map.put("notes", notes);
    return map;
  }
}
