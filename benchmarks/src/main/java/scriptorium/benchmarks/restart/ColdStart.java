package scriptorium.benchmarks.restart;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import scriptorium.benchmarks.restart.ColdSide.Task;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.JvmProcess;

/**
 * Starts a side in a Java process of its own, with the flags of this one, and waits for its end.
 * Used by one thread.
 */
final class ColdStart {

  private static final Duration LIMIT = Duration.ofMinutes(20);
  private static final Duration OUTPUT_LIMIT = Duration.ofSeconds(5);
  private static final String LOGS = "cold";

  private final Path logs;
  private final List<String> flags;
  private int started;

  /** Keeps what children print below this folder. */
  ColdStart(Path folder) throws IOException {
    this.logs = Files.createDirectories(folder.resolve(LOGS));
    this.flags = flagsOfThisProcess();
  }

  /** What this Java was started with, but for what can serve one process alone. */
  private static List<String> flagsOfThisProcess() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-X") || flag.startsWith("-D"))
        .filter(flag -> !flag.startsWith("-XX:ArchiveClassesAtExit"))
        .toList();
  }

  List<String> flags() {
    return flags;
  }

  /**
   * Runs one child.
   *
   * @throws IllegalStateException when it fails or finds other rows than it should
   */
  Started run(ColdSide side, Task task) throws IOException, InterruptedException {
    Map<String, EventLine> told = new ConcurrentHashMap<>();
    CountDownLatch found = new CountDownLatch(1);
    String name = "side-" + started++;
    long startMicros = EventLine.nowMicros();
    JvmProcess child =
        JvmProcess.start(
            name,
            logs,
            flags,
            ColdSideCommand.words(side, task),
            event -> {
              told.put(event.kind(), event);
              if (event.kind().equals(ColdSideCommand.FOUND)) {
                found.countDown();
              }
            });
    boolean ended;
    try {
      ended = child.awaitEnd(LIMIT);
    } finally {
      child.kill();
    }
    if (!ended
        || child.exitValue() != 0
        || !found.await(OUTPUT_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("side=" + side + " did not come to its end: " + errors(name));
    }
    return started(side, task, startMicros, told);
  }

  private static Started started(
      ColdSide side, Task task, long startMicros, Map<String, EventLine> told) {
    EventLine found = event(told, ColdSideCommand.FOUND);
    if (found.number(ColdSideCommand.ROWS) != task.rows()) {
      throw new IllegalStateException(
          "rows of side=" + side + " expected=" + task.rows() + " found=" + found);
    }
    Map<String, Long> parts = new ConcurrentHashMap<>();
    found.fields().keySet().forEach(part -> parts.put(part, found.number(part)));
    return new Started(
        since(startMicros, event(told, ColdSideCommand.READY)),
        since(startMicros, event(told, ColdSideCommand.RUNS)),
        parts);
  }

  private static EventLine event(Map<String, EventLine> told, String kind) {
    EventLine event = told.get(kind);
    if (event == null) {
      throw new IllegalStateException("a child ended without a line: expected=" + kind);
    }
    return event;
  }

  private static Duration since(long startMicros, EventLine event) {
    return Duration.ofNanos((event.micros() - startMicros) * 1000);
  }

  private String errors(String name) throws IOException {
    Path errors = logs.resolve(name + ".err");
    return Files.exists(errors) ? Files.readString(errors).strip() : "it printed no reason";
  }
}
