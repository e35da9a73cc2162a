package scriptorium.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * What a figure's median must keep to.
 *
 * @param bound the last value that is good enough
 * @param isFloor whether more is better
 * @param aim where it should get to; missing it is told, not punished
 */
record Target(double bound, boolean isFloor, OptionalDouble aim) {

  static Target atMost(double bound) {
    return new Target(bound, false, OptionalDouble.empty());
  }

  static Target atLeast(double bound) {
    return new Target(bound, true, OptionalDouble.empty());
  }

  Target aimingAt(double value) {
    return new Target(bound, isFloor, OptionalDouble.of(value));
  }

  /** A median that is no number meets nothing. */
  boolean isMetBy(double median) {
    return isFloor ? median >= bound : median <= bound;
  }

  /** The target and whether it is met, as the table shows it. */
  String text(double median, DoubleFunction<String> format) {
    String text = (isFloor ? "≥ " : "≤ ") + format.apply(bound);
    String verdict = isMetBy(median) ? " met" : " MISSED";
    return text + verdict + (aim.isPresent() ? ", aim " + format.apply(aim.getAsDouble()) : "");
  }

  Map<String, Object> toMap(double median) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(isFloor ? "atLeast" : "atMost", bound);
    aim.ifPresent(value -> map.put("aim", value));
    map.put("met", isMetBy(median));
    return map;
  }
}
