package scriptorium.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What decides about figures besides what is measured: a folder in memory or a busy machine must be
 * seen.
 *
 * @param loadAverageBefore of the last minute before measuring; negative where it is not known
 */
record Machine(int processors, String fileSystem, double loadAverageBefore) {

  /** Of this process, with its files in this folder. */
  static Machine look(Path folder) throws IOException {
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        Files.getFileStore(folder).type(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  String toLine() {
    return String.format(
        Locale.ROOT,
        "%d processors, load average %.2f, temporary folder on %s",
        processors,
        loadAverageBefore,
        fileSystem);
  }

  void addTo(BenchReport report) {
    report.setting("processors", processors);
    report.setting("fileSystem", fileSystem);
    report.setting("loadAverageBefore", loadAverageBefore);
  }
}
