package scriptorium.drills.failover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.failover.ClusterEvents.Told;
import scriptorium.drills.failover.check.DamagedJournalException;
import scriptorium.drills.failover.check.HistoryChecker.Loaded;
import scriptorium.drills.failover.history.History;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.workload.DrillSchema;
import scriptorium.drills.journal.DrillJournal;
import scriptorium.drills.print.Json;

/**
 * The drill from start to verdict: start the nodes, load, kill and kill again, stop, prove, report.
 */
final class FailoverDrill {

  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration LOAD_LIMIT = Duration.ofMinutes(30);
  private static final Duration TAKEOVER_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** Kills come at a random moment of this span after the cluster is whole again. */
  private static final int MIN_WAIT_MILLIS = 1000;

  private static final int MAX_WAIT_MILLIS = 4000;

  private final FailoverSettings settings;
  private final DrillFolder folder;
  private final DrillJournal journal;
  private final Terminal terminal;
  private final Progress progress;
  private final SplittableRandom random;
  private final List<Kill> kills = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  FailoverDrill(
      FailoverSettings settings, DrillFolder folder, DrillJournal journal, Terminal terminal) {
    this.settings = settings;
    this.folder = folder;
    this.journal = journal;
    this.terminal = terminal;
    this.progress = new Progress(terminal);
    this.random = new SplittableRandom(settings.seed());
  }

  int run() throws IOException, InterruptedException {
    settings.json().ifPresent(FailoverDrill::requireWritable);
    progress.line("seed " + settings.seed() + ", folder " + folder.data() + ", journal " + journal);
    try {
      List<Told> told;
      try (Children children = new Children(settings, folder, journal)) {
        runProcesses(children);
        told = children.events().since(0);
        if (children.unplannedEnds() > 0) {
          notes.add(
              children.unplannedEnds() + " times a node ended by itself and was started again");
        }
      }
      progress.step("proving");
      return report(told);
    } catch (DrillFailedException | DamagedJournalException e) {
      progress.done();
      terminal.err().println("scriptorium: drill failed: " + e.getMessage());
      terminal.err().println("scriptorium: everything is kept in " + folder.data());
      return ExitCode.FAILED;
    } catch (ExecutionException | TimeoutException | IllegalStateException e) {
      progress.done();
      terminal.err().println("scriptorium: the store cannot be opened and read again: " + e);
      terminal.err().println("scriptorium: everything is kept in " + folder.data());
      return ExitCode.FAILED;
    }
  }

  private void runProcesses(Children children) throws IOException, InterruptedException {
    startNodes(children);
    progress.step("loading " + settings.rows() + " rows");
    children.startClient(settings);
    await(children, "the rows are loaded", LOAD_LIMIT, 0, t -> t.is("LOADED"));
    for (int i = 1; i <= settings.kills(); i++) {
      progress.step(label(i) + "writing");
      runFor(children, random.nextInt(MIN_WAIT_MILLIS, MAX_WAIT_MILLIS + 1));
      kill(children, i);
    }
    progress.step("writing");
    runFor(children, MIN_WAIT_MILLIS);
    stop(children);
  }

  /** The first node founds the cluster and the store; the others join it. */
  private void startNodes(Children children) throws IOException, InterruptedException {
    progress.step("starting " + settings.nodes() + " nodes");
    children.start(children.node(0), true);
    await(children, "a node writes", START_LIMIT, 0, t -> t.is("READY"));
    for (NodeProcess node : children.nodes().subList(1, settings.nodes())) {
      children.start(node, false);
    }
    for (NodeProcess node : children.nodes()) {
      awaitUp(children, node, 0);
    }
  }

  private void kill(Children children, int number) throws IOException, InterruptedException {
    ClusterEvents events = children.events();
    NodeProcess writer = children.node(events.last(t -> t.is("READY")).orElseThrow().source());
    int from = events.size();
    long killedAt = EventLine.nowMicros();
    writer.kill();
    progress.step(label(number) + "node " + writer.index() + " killed");
    Predicate<Told> ready = t -> t.is("READY") && t.source() != writer.index();
    Told newWriter = await(children, "another node writes", TAKEOVER_LIMIT, from, ready);
    awaitAcknowledgement(children, newWriter.line().micros());
    kills.add(
        new Kill(number, writer.index(), writer.remotingPort(), killedAt, from, events.size()));
    progress.step(label(number) + "node " + newWriter.source() + " writes");
    int restarted = events.size();
    children.start(writer, false);
    awaitUp(children, writer, restarted);
  }

  private String label(int number) {
    return "kill " + number + "/" + settings.kills() + ": ";
  }

  private void stop(Children children) throws InterruptedException {
    progress.step("stopping");
    if (!children.stopClient(STOP_LIMIT)) {
      notes.add("the client process did not stop in order");
    }
    int writer = children.events().last(t -> t.is("READY")).orElseThrow().source();
    List<NodeProcess> order = new ArrayList<>(children.nodes());
    // The writer last, or its leaving would make another node the writer for a moment.
    order.add(order.remove(writer));
    for (NodeProcess node : order) {
      if (!node.stop(STOP_LIMIT)) {
        notes.add("node " + node.index() + " did not stop in order");
      }
    }
  }

  private void runFor(Children children, int millis) throws IOException, InterruptedException {
    long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    while (System.nanoTime() < end) {
      look(children);
    }
  }

  private void awaitAcknowledgement(Children children, long afterMicros)
      throws IOException, InterruptedException {
    BooleanSupplier acknowledged =
        () ->
            children
                .events()
                .clientProgress()
                .filter(line -> line.number("lastAck") > afterMicros)
                .isPresent();
    await(children, "a write is acknowledged", TAKEOVER_LIMIT, acknowledged);
  }

  private void awaitUp(Children children, NodeProcess node, int from)
      throws IOException, InterruptedException {
    // The node itself says so, and only once it is; others may still name its former process.
    Predicate<Told> up =
        t ->
            t.is("UP")
                && t.source() == node.index()
                && t.line().number("port") == node.remotingPort();
    await(children, "node " + node.index() + " is a member", START_LIMIT, from, up);
  }

  private Told await(
      Children children, String what, Duration limit, int from, Predicate<Told> wanted)
      throws IOException, InterruptedException {
    await(children, what, limit, () -> children.events().first(from, wanted).isPresent());
    return children.events().first(from, wanted).orElseThrow();
  }

  private void await(Children children, String what, Duration limit, BooleanSupplier reached)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new DrillFailedException(
            "waited " + limit.toSeconds() + " s in vain until " + what + "; see " + folder.logs());
      }
      look(children);
    }
  }

  private void look(Children children) throws IOException, InterruptedException {
    children.supervise();
    children.events().await(LOOK_EVERY);
    Optional<EventLine> loading =
        children.events().last(t -> t.is("LOADING")).map(ClusterEvents.Told::line);
    progress.tick(
        children.events().clientProgress(),
        loading.map(line -> line.text("rows") + " rows").orElse(""));
  }

  private int report(List<Told> told)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    History history = History.read(folder.history());
    long accounts = DrillSchema.accounts(settings.rows());
    Loaded loaded = new Loaded(accounts * DrillSchema.INITIAL_BALANCE, settings.rows() - accounts);
    Proof proof = Proof.of(folder.data(), journal, history, loaded);
    List<Takeover> takeovers = new ArrayList<>();
    for (Kill kill : kills) {
      Optional<Takeover> takeover = Takeover.measure(kill, told, history);
      takeover.ifPresentOrElse(
          takeovers::add, () -> notes.add("kill " + kill.number() + " could not be measured"));
    }
    noteSnapshots(told);
    Report report =
        new Report(settings, history, proof, takeovers, notes, writerMoves(told), snapshots(told));
    progress.done();
    report.print(terminal.out());
    if (settings.json().isPresent()) {
      Json.write(settings.json().get(), report.toMap());
    }
    if (!proof.holds()) {
      terminal.err().println("scriptorium: everything is kept in " + folder.data());
      return ExitCode.FAILED;
    }
    journal.remove();
    folder.removeIfOwn();
    return ExitCode.OK;
  }

  /** Nobody damages snapshots in this drill: one that cannot be taken or used is worth a look. */
  private void noteSnapshots(List<Told> told) {
    for (String kind : List.of("SNAPSHOT_FAILED", "SNAPSHOT_SKIPPED")) {
      List<Told> all = told.stream().filter(t -> t.is(kind)).toList();
      if (!all.isEmpty()) {
        String done = kind.equals("SNAPSHOT_FAILED") ? "taken" : "used";
        notes.add(
            all.size()
                + " snapshots could not be "
                + done
                + ", the first: "
                + all.get(0).line().text("detail"));
      }
    }
  }

  /** How often the writer changed without being killed. */
  private int writerMoves(List<Told> told) {
    long ready = told.stream().filter(t -> t.is("READY")).count();
    return (int) Math.max(0, ready - 1 - kills.size());
  }

  private static int snapshots(List<Told> told) {
    return (int) told.stream().filter(t -> t.is("SNAPSHOT")).count();
  }

  private static void requireWritable(Path json) {
    Path folder = json.toAbsolutePath().getParent();
    if (Files.isDirectory(json) || folder == null || !Files.isWritable(folder)) {
      throw new EnvironmentException("cannot write file " + json, null);
    }
  }
}
