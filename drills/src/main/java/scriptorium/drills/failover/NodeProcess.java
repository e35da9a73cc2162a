package scriptorium.drills.failover;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import scriptorium.drills.failover.node.NodeCommand;
import scriptorium.drills.failover.node.NodeSettings;
import scriptorium.drills.failover.process.JvmProcess;
import scriptorium.drills.journal.DrillJournal;

/** One node: the same place in the cluster over several processes, one after the other. */
final class NodeProcess {

  /**
   * Small, since several of these share a machine; the parallel collector and all of the compiler,
   * because a restore is a few seconds of hard work. Transparent huge pages let the kernel free a
   * killed process's memory, and so close its sockets, ten times sooner.
   */
  private static final List<String> JVM_FLAGS =
      List.of(
          "-Xms256m",
          "-Xmx1g",
          "-XX:+UseParallelGC",
          "-XX:+UseTransparentHugePages",
          "-Dscriptorium.log.level=INFO");

  private final int index;
  private final Path data;
  private final Path logs;
  private final List<Integer> remotingPorts;
  private final int clientPort;
  private final DrillJournal journal;
  private final ClusterEvents events;
  private Optional<JvmProcess> process = Optional.empty();
  private boolean meantToRun;

  NodeProcess(
      int index,
      DrillFolder folder,
      List<Integer> remotingPorts,
      int clientPort,
      DrillJournal journal,
      ClusterEvents events) {
    this.index = index;
    this.data = folder.data();
    this.logs = folder.logs();
    this.remotingPorts = List.copyOf(remotingPorts);
    this.clientPort = clientPort;
    this.journal = journal;
    this.events = events;
  }

  /** Starts a process for it; {@code first} only for the first node of a new store. */
  void start(boolean first) throws IOException {
    NodeSettings settings =
        new NodeSettings(
            data, remotingPorts.get(index), clientPort, remotingPorts, first, journal.isPostgres());
    List<String> words = new ArrayList<>();
    words.add(NodeCommand.NAME);
    words.addAll(settings.words());
    process =
        Optional.of(
            JvmProcess.start(
                "node-" + index,
                logs,
                jvmFlags(),
                journal.environment(),
                words,
                line -> events.tell(index, line)));
    meantToRun = true;
  }

  private static List<String> jvmFlags() {
    String given = System.getProperty("scriptorium.drill.node-flags", "");
    return given.isBlank() ? JVM_FLAGS : List.of(given.trim().split("\\s+"));
  }

  int index() {
    return index;
  }

  int remotingPort() {
    return remotingPorts.get(index);
  }

  /** Whether its process ended though nobody killed or stopped it. */
  boolean endedByItself() {
    return meantToRun && process.isPresent() && !process.get().isAlive();
  }

  int exitValue() {
    return process.map(JvmProcess::exitValue).orElse(0);
  }

  /** SIGKILL. */
  void kill() {
    meantToRun = false;
    process.ifPresent(JvmProcess::kill);
  }

  boolean awaitEnd(Duration limit) throws InterruptedException {
    return process.isEmpty() || process.get().awaitEnd(limit);
  }

  /** Stops in order; true when it did in time. */
  boolean stop(Duration limit) throws InterruptedException {
    meantToRun = false;
    return process.isEmpty() || process.get().stop(limit);
  }
}
