package scriptorium.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scriptorium.benchmarks.reading.SelectBench;

/**
 * The times of a select by its way, round by round, and their ratios within a round. A target is
 * about the time that passes; the CPU of all threads tells more on a busy machine.
 */
final class SelectFigures {

  private static final Target TIMES_BARE = Target.atMost(2);

  private final Map<String, List<Double>> times = new LinkedHashMap<>();
  private final Map<String, List<Double>> cpu = new LinkedHashMap<>();

  /** Adds a round of one way. */
  void add(String way, double micros, double cpuMicros) {
    times.computeIfAbsent(way, key -> new ArrayList<>()).add(micros);
    cpu.computeIfAbsent(way, key -> new ArrayList<>()).add(cpuMicros);
  }

  /** Adds all figures, those with a target last. */
  void addTo(BenchReport report) {
    times.forEach((way, micros) -> report.micros("select, " + way, micros));
    cpu.forEach((way, micros) -> report.micros("CPU, " + way, micros));
    for (String way : times.keySet()) {
      if (!way.equals(SelectBench.BARE) && !SelectBench.WITH_TARGET.contains(way)) {
        report.ratio(title(way), timesBare(way));
      }
    }
    SelectBench.WITH_TARGET.forEach(way -> report.ratio(title(way), timesBare(way), TIMES_BARE));
  }

  private static String title(String way) {
    return way + " / " + SelectBench.BARE;
  }

  private List<Double> timesBare(String way) {
    List<Double> of = micros(way);
    List<Double> bare = micros(SelectBench.BARE);
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      ratios.add(of.get(i) / bare.get(i));
    }
    return ratios;
  }

  private List<Double> micros(String way) {
    List<Double> micros = times.get(way);
    if (micros == null) {
      throw new IllegalStateException("not measured: way=" + way);
    }
    return micros;
  }
}
