package scriptorium.benchmarks.journal;

import java.lang.management.ManagementFactory;
import java.util.List;

/** What the child processes of a benchmark are started with. */
final class ChildFlags {

  private ChildFlags() {}

  /** The flags of this Java, but for what can serve one process alone. */
  static List<String> ofThisProcess() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-X") || flag.startsWith("-D"))
        .filter(flag -> !flag.startsWith("-XX:ArchiveClassesAtExit"))
        .toList();
  }
}
