package scriptorium.drills.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.crash.CrashChecker.Finding;
import scriptorium.drills.crash.CrashChecker.InFlight;
import scriptorium.drills.crash.CrashSettings.Aim;
import scriptorium.drills.crash.RoundResult.Left;

/**
 * The rounds: each starts a child on the same folder, and the child that proves one round is the
 * one that writes, and is killed, in the next.
 *
 * <p>A kill in a child's start leaves open what the round before came to; then the first child that
 * gets ready proves both.
 */
final class CrashRounds {

  private static final int MOST_IN_FLIGHT = 4;
  private static final Duration POLL = Duration.ofMillis(20);

  private final CrashSettings settings;
  private final Consumer<RoundResult> progress;
  private final Random random;
  private final List<RoundResult> results = new ArrayList<>();
  private final List<Killed> unproved = new ArrayList<>();
  private RoundHistory history = new RoundHistory(Map.of(), 0);
  private boolean historyFromHere;
  private boolean created;
  private long nextBatch = 1;
  private Duration usualStart = Duration.ZERO;

  private record Killed(
      int round, KillPoint kill, int acknowledged, Left left, List<String> faults) {}

  CrashRounds(CrashSettings settings, Consumer<RoundResult> progress) {
    this.settings = settings;
    this.progress = progress;
    this.random = new Random(settings.seed());
  }

  /**
   * Runs them all, or up to the first fault.
   *
   * @throws EnvironmentException when the folder cannot be used to begin with
   */
  List<RoundResult> run(Path errors) throws IOException, InterruptedException {
    ScheduledExecutorService killer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "killer");
              thread.setDaemon(true);
              return thread;
            });
    try {
      for (int round = 1; round <= settings.rounds() && !hasFault(); round++) {
        try (ShellProcess child = start(errors)) {
          killOne(child, round, killer);
        }
      }
      if (!hasFault()) {
        try (ShellProcess child = start(errors)) {
          ShellDialogue dialogue = new ShellDialogue(child, settings.patience());
          prove(dialogue);
          end(dialogue);
        }
      }
    } catch (ChildFailedException e) {
      childFailed(e);
    } finally {
      killer.shutdownNow();
    }
    return List.copyOf(results);
  }

  private ShellProcess start(Path errors) throws IOException {
    return ShellProcess.start(
        settings.folder(), errors, settings.childFlags(), settings.journal().environment());
  }

  /** The last child stops in good order; where snapshots were aimed at, behind a last one. */
  private void end(ShellDialogue dialogue)
      throws IOException, InterruptedException, ChildFailedException {
    if (settings.aim() == Aim.WRITES) {
      dialogue.stopInOrder();
      return;
    }
    dialogue.changeNothing();
    dialogue.stopInOrder();
    boolean hadSnapshot = results.stream().anyMatch(result -> result.snapshotNumber() > 0);
    List<String> faults =
        SnapshotFolder.read(settings.storeFolder())
            .faultsAtEnd(hadSnapshot ? CrashSettings.KEPT_SNAPSHOTS : 1);
    if (!faults.isEmpty() && !results.isEmpty()) {
      add(results.remove(results.size() - 1).withFaults(faults));
    }
  }

  private boolean hasFault() {
    return results.stream().anyMatch(result -> !result.faults().isEmpty());
  }

  private void killOne(ShellProcess child, int round, ScheduledExecutorService killer)
      throws IOException, InterruptedException, ChildFailedException {
    KillPoint kill = KillPoint.draw(random, usualStart, settings.longestWriting(usualStart));
    ShellDialogue dialogue = new ShellDialogue(child, settings.patience());
    // The steps have a source of their own: how many a round needs depends on the machine, and the
    // next moments must not.
    Random steps = new Random(random.nextLong());
    if (kill.whileStarting()) {
      killAfter(kill.delay(), child, killer);
      dialogue.awaitKill(history);
      unproved.add(killed(round, kill, 0));
      return;
    }
    prove(dialogue);
    killAfter(kill.delay(), child, killer);
    write(child, steps);
    dialogue.awaitKill(history);
    unproved.add(killed(round, kill, history.acknowledged()));
  }

  /** Looks at what the kill has left, before the next process does. */
  private Killed killed(int round, KillPoint kill, int acknowledged) throws IOException {
    if (settings.aim() == Aim.WRITES) {
      return new Killed(round, kill, acknowledged, Left.NOT_LOOKED_AT, List.of());
    }
    SnapshotFolder folder = SnapshotFolder.read(settings.storeFolder());
    Left left =
        folder.isCutShort()
            ? Left.SNAPSHOT_CUT_SHORT
            : folder.isBeforeDeletion(CrashSettings.KEPT_SNAPSHOTS)
                ? Left.DELETION_CUT_SHORT
                : Left.WHOLE_SNAPSHOTS;
    long last = historyFromHere ? history.lastSequenceNumber() : 0;
    return new Killed(
        round,
        kill,
        acknowledged,
        left,
        folder.faultsAfterKill(CrashSettings.KEPT_SNAPSHOTS, last));
  }

  private static void killAfter(
      Duration delay, ShellProcess child, ScheduledExecutorService killer) {
    var unused = killer.schedule(child::kill, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Sends steps, a few ahead of the acknowledgements, until the child is gone. */
  private void write(ShellProcess child, Random steps) throws InterruptedException {
    StepSource source =
        new StepSource(steps, history.versionsAfter(history.sent().size()), nextBatch);
    try {
      while (!child.isEnded()) {
        if (history.sent().size() - history.acknowledged() < MOST_IN_FLIGHT) {
          Step step = source.next();
          history.sending(step, child.nextStatement());
          child.send(step.sql());
        }
        boolean full = history.sent().size() - history.acknowledged() >= MOST_IN_FLIGHT;
        child
            .nextLine(full ? POLL : Duration.ZERO)
            .ifPresent(line -> ShellDialogue.readAck(line, history));
      }
    } catch (IOException e) {
      // The pipe breaks when the child is killed: that is how the round ends.
    }
    nextBatch = source.nextBatch();
  }

  /** Compares what the child finds with the history, and begins the next one. */
  private void prove(ShellDialogue dialogue)
      throws IOException, InterruptedException, ChildFailedException {
    long start = System.nanoTime();
    ReadyLine ready = dialogue.awaitReady();
    Duration reopened = Duration.ofNanos(System.nanoTime() - start);
    usualStart = reopened;
    List<FoundBatch> found = dialogue.report(!created);
    created = true;
    Finding finding =
        historyFromHere
            ? CrashChecker.check(history, found, ready.sequenceNumber())
            : new Finding(foundBefore(found), InFlight.NONE, List.of());
    addResults(finding, reopened, ready);
    history = new RoundHistory(finding.versions(), ready.sequenceNumber());
    historyFromHere = true;
    found.forEach(batch -> nextBatch = Math.max(nextBatch, batch.batch() + 1));
  }

  /** A folder of earlier rounds is taken as it is: what was acknowledged then nobody knows. */
  private static Map<Long, Integer> foundBefore(List<FoundBatch> found) {
    RoundHistory empty = new RoundHistory(Map.of(), 0);
    return CrashChecker.check(empty, found, Long.MAX_VALUE).versions();
  }

  private void addResults(Finding finding, Duration reopened, ReadyLine ready) {
    for (int i = 0; i < unproved.size(); i++) {
      Killed killed = unproved.get(i);
      // The first wrote, the others were killed in their start and are part of its story.
      boolean wrote = i == 0;
      List<String> faults = new ArrayList<>(killed.faults());
      if (wrote) {
        faults.addAll(finding.faults());
      }
      add(
          new RoundResult(
              killed.round(),
              killed.kill(),
              killed.acknowledged(),
              wrote ? finding.inFlight() : InFlight.NONE,
              reopened,
              ready.snapshotNumber(),
              ready.replayedEvents(),
              killed.left(),
              faults));
    }
    unproved.clear();
  }

  private void add(RoundResult result) {
    results.add(result);
    progress.accept(result);
  }

  private void childFailed(ChildFailedException failure) {
    String message = String.valueOf(failure.getMessage());
    if (results.isEmpty() && unproved.isEmpty() && failure.exitCode() == ExitCode.ENVIRONMENT) {
      throw new EnvironmentException(message, failure);
    }
    KillPoint none = new KillPoint(true, Duration.ZERO);
    Killed killed =
        unproved.isEmpty()
            ? new Killed(results.size() + 1, none, 0, Left.NOT_LOOKED_AT, List.of())
            : unproved.get(0);
    add(
        new RoundResult(
            killed.round(),
            killed.kill(),
            killed.acknowledged(),
            InFlight.NONE,
            Duration.ZERO,
            0,
            0,
            killed.left(),
            List.of(message)));
  }
}
