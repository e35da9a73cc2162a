package scriptorium.benchmarks.reading;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time of all Java threads together, exact to less than a microsecond where that of the
 * process is counted in hundredths of a second; without compilers and garbage collection. Used by
 * one thread.
 */
final class CpuClock {

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private Map<Long, Long> nanosOfThreads = Map.of();

  /** Begins anew. */
  void start() {
    nanosOfThreads = look();
  }

  /** Since the start; a thread that ended meanwhile is missing. */
  long nanos() {
    long sum = 0;
    for (Map.Entry<Long, Long> now : look().entrySet()) {
      sum += now.getValue() - nanosOfThreads.getOrDefault(now.getKey(), 0L);
    }
    return sum;
  }

  private Map<Long, Long> look() {
    Map<Long, Long> nanos = new HashMap<>();
    for (long id : threads.getAllThreadIds()) {
      long used = threads.getThreadCpuTime(id);
      if (used >= 0) {
        nanos.put(id, used);
      }
    }
    return nanos;
  }
}
