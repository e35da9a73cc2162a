package scriptorium.drills.fence;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import scriptorium.drills.embedded.FailureText;
import scriptorium.drills.embedded.Folders;
import scriptorium.drills.failover.check.JournalFiles;
import scriptorium.persistence.segment.Claimant;
import scriptorium.persistence.segment.LockMode;
import scriptorium.persistence.segment.OpenRequest;
import scriptorium.persistence.segment.SegmentLog;
import scriptorium.persistence.segment.SegmentLogSettings;

/** Runs the rounds, up to the first that shows a fault, whose store is kept. One thread. */
final class FenceRounds {

  private static final int ONE_KILL_IN = 60;
  private static final int ONE_LONG_FREEZE_IN = 10;
  private static final int ONE_DELETING_ROUND_IN = 3;
  private static final int FREEZE_MILLIS = 15;
  private static final int LONG_FREEZE_MILLIS = 120;
  private static final int RUN_MILLIS = 8;

  private final FenceSettings settings;
  private final Consumer<RoundResult> watcher;
  private final List<RoundResult> results = new ArrayList<>();
  private int freezes;
  private int kills;

  /**
   * @param watcher is shown each round when it has been checked
   */
  FenceRounds(FenceSettings settings, Consumer<RoundResult> watcher) {
    this.settings = settings;
    this.watcher = watcher;
  }

  List<RoundResult> run() throws IOException, InterruptedException {
    try (Contestants contestants = new Contestants(settings)) {
      awaitAll(contestants);
      for (int round = 1; round <= settings.rounds(); round++) {
        RoundResult result = run(contestants, round);
        results.add(result);
        watcher.accept(result);
        if (result.faults().isEmpty()) {
          Folders.delete(store(round));
        } else if (settings.files().isEmpty()) {
          break; // of an altered order all its faults are looked for
        }
      }
    }
    return List.copyOf(results);
  }

  /** The processes are up: a round without contention is through. */
  private void awaitAll(Contestants contestants) throws IOException, InterruptedException {
    RoundHistory history = new RoundHistory();
    contestants.begin(history);
    Instructions.Round idle = new Instructions.Round(store(0).getFileName().toString(), 0, false);
    for (int i = 0; i < contestants.writers(); i++) {
      contestants.tellWriter(i, idle.line());
      contestants.tellWriter(i, Instructions.REST);
    }
    contestants.tellFollower(idle.line());
    contestants.tellFollower(Instructions.REST);
    awaitResting(contestants, history, contestants.writers() + 1);
  }

  private Path store(int round) {
    return settings.folder().resolve("round-" + round);
  }

  private RoundResult run(Contestants contestants, int round)
      throws IOException, InterruptedException {
    Random random = new Random(settings.seed() + round);
    RoundHistory history = new RoundHistory();
    contestants.begin(history);
    freezes = 0;
    kills = 0;
    String store = store(round).getFileName().toString();
    boolean deletes = random.nextInt(ONE_DELETING_ROUND_IN) == 0;
    contestants.tellFollower(new Instructions.Round(store, random.nextLong(), deletes).line());
    for (int i = 0; i < contestants.writers(); i++) {
      begin(contestants, i, store, random.nextLong(), deletes);
    }
    disturb(contestants, random, store, deletes);
    for (int i = 0; i < contestants.writers(); i++) {
      contestants.tellWriter(i, Instructions.REST);
    }
    awaitResting(contestants, history, contestants.writers());
    List<String> faults = new ArrayList<>();
    try {
      seal(store);
    } catch (RuntimeException e) {
      faults.add("the store cannot be opened: " + FailureText.of(e));
    }
    contestants.tellFollower(Instructions.REST);
    awaitResting(contestants, history, contestants.writers() + 1);
    return check(round, history, faults);
  }

  private static void begin(
      Contestants contestants, int writer, String store, long seed, boolean deletes)
      throws IOException {
    contestants.tellWriter(writer, new Instructions.Round(store, seed, deletes).line());
  }

  /** Stops, continues and kills at random, several at a time, until the round is over. */
  private void disturb(Contestants contestants, Random random, String store, boolean deletes)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + settings.length().toNanos();
    while (System.nanoTime() < end) {
      if (random.nextInt(ONE_KILL_IN) == 0) {
        int writer = random.nextInt(contestants.writers());
        contestants.replace(writer);
        begin(contestants, writer, store, random.nextLong(), deletes);
        kills++;
      }
      List<Integer> stopped = new ArrayList<>();
      for (int process = 0; process <= contestants.writers(); process++) {
        if (random.nextInt(3) == 0) {
          contestants.signal(process, "STOP");
          stopped.add(process);
        }
      }
      boolean isLong = random.nextInt(ONE_LONG_FREEZE_IN) == 0;
      Thread.sleep(random.nextInt(isLong ? LONG_FREEZE_MILLIS : FREEZE_MILLIS));
      for (int process : stopped) {
        contestants.signal(process, "CONT");
      }
      freezes += stopped.size();
      Thread.sleep(random.nextInt(RUN_MILLIS));
    }
  }

  private void awaitResting(Contestants contestants, RoundHistory history, int processes)
      throws IOException, InterruptedException {
    if (!history.awaitResting(processes, settings.patience().toMillis())) {
      throw new IOException(
          "not at rest within "
              + settings.patience()
              + ": ended by themselves="
              + contestants.ended()
              + "; see "
              + settings.folder().resolve("logs"));
    }
  }

  /** The last claim, by nobody's rival: confirms all that counts, and ends the store in order. */
  private void seal(String store) {
    Claimant claimant = new Claimant("drill", ProcessHandle.current().pid(), Instant.now());
    SegmentLogSettings log = SegmentLogSettings.standard(LockMode.SHARED);
    OpenRequest request = OpenRequest.of(store, claimant, log);
    SegmentLog.open(settings.folder().resolve(store), request).close();
  }

  private RoundResult check(int round, RoundHistory history, List<String> faults)
      throws IOException {
    NavigableMap<Long, String> found = new TreeMap<>();
    JournalFiles.Walk walk = new JournalFiles.Walk(1, 0, 0, 0, 0, false);
    try {
      walk =
          JournalFiles.list(store(round))
              .walk((number, entry) -> found.put(number, EventText.of(entry)));
    } catch (IOException e) {
      faults.add(FenceChecker.Fault.DAMAGED + ": " + e.getMessage());
    }
    NavigableMap<Long, String> chain = found.tailMap(walk.firstNumber(), true);
    faults.addAll(new FenceChecker(history, chain, walk.firstNumber()).faults());
    int events = history.acks().stream().mapToInt(ack -> ack.events().size()).sum();
    return new RoundResult(
        round,
        history.ready().size(),
        history.fenced(),
        walk.epochs(),
        walk.voidEpochs(),
        freezes,
        kills,
        history.acks().size(),
        events,
        history.deletions(),
        chain.size(),
        history.deliveries().size(),
        faults);
  }
}
