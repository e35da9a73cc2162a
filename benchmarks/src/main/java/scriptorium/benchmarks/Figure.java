package scriptorium.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * One measured quantity over several rounds.
 *
 * @param name what was measured
 * @param unit how its values are named in JSON, for example {@code micros}
 * @param values one a round, in the order of the rounds
 */
record Figure(String name, String unit, List<Double> values) {

  Figure {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("figure without a value: name=" + name);
    }
  }

  /** The middle value; of an even number of values the lower of the two. */
  double median() {
    double[] sorted = sorted();
    return sorted[(sorted.length - 1) / 2];
  }

  double min() {
    return sorted()[0];
  }

  double max() {
    return sorted()[values.size() - 1];
  }

  /** Lowest to highest, as text. */
  String spread(DoubleFunction<String> format) {
    return format.apply(min()) + " – " + format.apply(max());
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", name);
    map.put("unit", unit);
    map.put("median", median());
    map.put("min", min());
    map.put("max", max());
    map.put("rounds", values);
    return map;
  }

  private double[] sorted() {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }
}
