package scriptorium.drills.failover;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.JvmProcess;
import scriptorium.drills.failover.workload.ClientCommand;
import scriptorium.drills.failover.workload.ClientSettings;
import scriptorium.drills.journal.DrillJournal;

/**
 * All processes of a drill: the nodes and the clients. Whatever ends the drill ends them: {@link
 * #close} in order or on failure, a shutdown hook on Ctrl-C, the end of their standard input when
 * the drill itself is killed.
 */
final class Children implements AutoCloseable {

  private static final int READERS = 2;
  private static final int MAX_WRITES_A_SECOND = 1600;
  private static final int MAX_WRITES_A_CLIENT = 100;
  private static final int MAX_UNPLANNED_ENDS = 20;
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  private final DrillFolder folder;
  private final ClusterEvents events = new ClusterEvents();
  private final List<NodeProcess> nodes = new ArrayList<>();
  private final List<Integer> clientPorts;
  private final Thread hook = new Thread(this::interrupted, "end-children");
  private Optional<JvmProcess> client = Optional.empty();
  private boolean closing;
  private int unplannedEnds;

  Children(FailoverSettings settings, DrillFolder folder, DrillJournal journal) {
    this.folder = folder;
    List<Integer> ports = Ports.free(2 * settings.nodes());
    this.clientPorts = List.copyOf(ports.subList(settings.nodes(), ports.size()));
    List<Integer> remotingPorts = ports.subList(0, settings.nodes());
    for (int i = 0; i < settings.nodes(); i++) {
      nodes.add(new NodeProcess(i, folder, remotingPorts, clientPorts.get(i), journal, events));
    }
    Runtime.getRuntime().addShutdownHook(hook);
  }

  ClusterEvents events() {
    return events;
  }

  List<NodeProcess> nodes() {
    return nodes;
  }

  NodeProcess node(int index) {
    return nodes.get(index);
  }

  /** How many nodes ended without being killed by the drill, and were started again. */
  int unplannedEnds() {
    return unplannedEnds;
  }

  /** Starts a node; not any more once everything is being ended. */
  synchronized void start(NodeProcess node, boolean first) throws IOException {
    if (!closing) {
      node.start(first);
    }
  }

  /** Starts the clients. */
  synchronized void startClient(FailoverSettings settings) throws IOException {
    ClientSettings told =
        new ClientSettings(
            clientPorts,
            folder.history(),
            settings.seed(),
            settings.clients(),
            READERS,
            settings.rows(),
            Math.min(MAX_WRITES_A_SECOND, MAX_WRITES_A_CLIENT * settings.clients()));
    List<String> words = new ArrayList<>(List.of(ClientCommand.NAME));
    words.addAll(told.words());
    if (!closing) {
      client =
          Optional.of(
              JvmProcess.start(
                  "clients",
                  folder.logs(),
                  List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                  words,
                  line -> events.tell(ClusterEvents.CLIENT, line)));
    }
  }

  /**
   * Looks after everybody: starts again a node that ended by itself (a downed or fenced node does),
   * and gives up when the clients ended, a node cannot start, or the folder is full.
   */
  void supervise() throws IOException {
    folder.requireRoom();
    if (client.isPresent() && !client.get().isAlive()) {
      throw new DrillFailedException("the client process ended: " + logOf("clients"));
    }
    for (NodeProcess node : nodes) {
      if (node.endedByItself()) {
        restart(node);
      }
    }
  }

  private void restart(NodeProcess node) throws IOException {
    Optional<EventLine> fatal =
        events
            .last(told -> told.source() == node.index() && told.is("FATAL"))
            .map(ClusterEvents.Told::line);
    if (node.exitValue() == ExitCode.ENVIRONMENT && fatal.isPresent()) {
      throw new EnvironmentException(
          "node " + node.index() + " cannot start: " + fatal.get().text("detail"), null);
    }
    unplannedEnds++;
    if (unplannedEnds > MAX_UNPLANNED_ENDS) {
      throw new DrillFailedException(
          "nodes end by themselves again and again, exit="
              + node.exitValue()
              + ": "
              + logOf("node-" + node.index()));
    }
    start(node, false);
  }

  private String logOf(String name) {
    return "see " + folder.logs().resolve(name + ".err");
  }

  /** Tells the clients to stop and waits for it; false when they had to be killed. */
  boolean stopClient(Duration limit) throws InterruptedException {
    boolean inOrder = client.isEmpty() || client.get().stop(limit);
    client = Optional.empty();
    return inOrder;
  }

  private void interrupted() {
    killAll();
    System.err.println();
    System.err.println("scriptorium: interrupted; everything is kept in " + folder.data());
  }

  private void killAll() {
    List<NodeProcess> all;
    synchronized (this) {
      closing = true;
      all = List.copyOf(nodes);
      client.ifPresent(JvmProcess::kill);
    }
    all.forEach(NodeProcess::kill);
    try {
      for (NodeProcess node : all) {
        node.awaitEnd(KILL_LIMIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    killAll();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending and the hook is running: it does the same.
    }
  }
}
