package scriptorium.drills.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.TextTable;
import scriptorium.drills.print.TextTable.Column;

/** What a benchmark found: figures with their spread, some beside the target they must meet. */
final class BenchReport {

  private final String name;
  private final Map<String, Object> settings = new LinkedHashMap<>();
  private final List<Line> lines = new ArrayList<>();

  private record Line(Figure figure, DoubleFunction<String> format, double atMost) {

    boolean isMet() {
      return figure.median() <= atMost;
    }

    boolean hasTarget() {
      return atMost < Double.POSITIVE_INFINITY;
    }
  }

  BenchReport(String name) {
    this.name = name;
  }

  /** Adds what the figures were measured with. */
  void setting(String key, Object value) {
    settings.put(key, value);
  }

  /** Adds durations, given in microseconds. */
  void micros(String figure, List<Double> values) {
    lines.add(
        new Line(
            new Figure(figure, "micros", values),
            micros -> HumanUnits.duration(Duration.ofNanos((long) (micros * 1000))),
            Double.POSITIVE_INFINITY));
  }

  /** Adds a number of things a second. */
  void perSecond(String figure, List<Double> values) {
    lines.add(
        new Line(
            new Figure(figure, "per second", values),
            number -> HumanUnits.count(Math.round(number)) + "/s",
            Double.POSITIVE_INFINITY));
  }

  /** Adds a ratio whose median must not exceed the target. */
  void ratio(String figure, List<Double> values, double atMost) {
    lines.add(
        new Line(
            new Figure(figure, "ratio", values),
            ratio -> String.format(Locale.ROOT, "%.2f×", ratio),
            atMost));
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
          target(line));
    }
    return table.lines();
  }

  private static String target(Line line) {
    if (!line.hasTarget()) {
      return "";
    }
    return "≤ " + line.format().apply(line.atMost()) + (line.isMet() ? " met" : " MISSED");
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", name);
    map.put("settings", settings);
    map.put("met", isMet());
    List<Map<String, Object>> figures = new ArrayList<>();
    for (Line line : lines) {
      Map<String, Object> figure = line.figure().toMap();
      if (line.hasTarget()) {
        figure.put("atMost", line.atMost());
        figure.put("met", line.isMet());
      }
      figures.add(figure);
    }
    map.put("figures", figures);
    return map;
  }
}
