package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer's process is stopped between any two steps of all that it does; others do what they like
 * to its store; then it goes on. Whoever was told anything was told the truth, one writer goes on,
 * and a reader in a third process, which reads at each standstill, never sees what does not count.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FreezeTest {
  @TempDir static Path dir;
  private static Signals signals;
  private static ChildProcess reader;
  private static StoppableProcess writer;
  private static StoppableProcess rival;
  private static int stores;

  @BeforeAll
  static void start() throws IOException {
    signals = new Signals();
    reader = ChildProcess.start(ChildQuery.class, dir.toString());
    writer = StoppableProcess.start(signals);
    rival = StoppableProcess.start(signals);
  }

  @AfterAll
  static void end() {
    writer.close();
    rival.close();
    reader.close();
    signals.close();
  }

  /** What the frozen writer does. */
  @SuppressWarnings("ImmutableEnumChecker") // lambdas that hold nothing
  private enum Deed {
    CLAIM(
        store -> {
          SegmentLog old = store.claim();
          for (int i = 0; i < 5; i++) { // segments that it may delete when they were read
            store.append(old, SharedStore.LARGE);
          }
        },
        store -> "open " + store.folder + " " + store.id),
    APPEND(Deed::open, store -> "append " + store.newEvent() + " 0"),
    ROLL(
        store -> {
          open(store);
          write(store, SharedStore.LARGE);
        },
        store -> "append " + store.newEvent() + " " + SharedStore.LARGE),
    ROLL_AHEAD(
        store -> {
          open(store);
          assertEquals("done", writer.ask("ahead"));
          write(store, SharedStore.LARGE); // makes the next segment's file
        },
        store -> "append " + store.newEvent() + " " + SharedStore.LARGE), // and one more
    DELETE(
        store -> {
          SegmentLog before = store.claim();
          store.append(before, 0);
          before.close();
          assertEquals("opened 2 1", writer.ask("open " + store.folder + " " + store.id));
          for (int i = 0; i < 5; i++) {
            write(store, SharedStore.LARGE);
          }
        },
        store -> "delete 4"), // of this epoch a segment goes, and all of the one before
    IDLE_MARK(Deed::open, store -> "idle"),
    SEAL(Deed::open, store -> "close");

    final Consumer<SharedStore> before;
    final Function<SharedStore, String> command;

    Deed(Consumer<SharedStore> before, Function<SharedStore, String> command) {
      this.before = before;
      this.command = command;
    }

    private static void open(SharedStore store) {
      assertEquals("opened 1 0", writer.ask("open " + store.folder + " " + store.id));
      write(store, 0);
    }

    private static void write(SharedStore store, int padding) {
      assertTrue(FreezeTest.write(store, writer, padding));
    }
  }

  private static SharedStore newStore() {
    stores++;
    return new SharedStore(dir, "store-" + stores, reader);
  }

  /** Whether the process was told that its event counts. */
  private static boolean write(SharedStore store, StoppableProcess process, int padding) {
    String event = store.newEvent();
    return isAcknowledged(store, event, process.ask("append " + event + " " + padding));
  }

  private static boolean isAcknowledged(SharedStore store, String event, String answer) {
    assertTrue(answer.matches("acked \\d+|fenced"), answer);
    if (answer.equals("fenced")) {
      return false;
    }
    store.know(Long.parseLong(answer.substring("acked ".length())), event);
    return true;
  }

  @Test
  void aClaimStoppedBetweenAnyTwoStepsLosesNothing() {
    freezeAtEachStep(Deed.CLAIM, 25);
  }

  @Test
  void aWriteStoppedBetweenAnyTwoStepsLosesNothing() {
    freezeAtEachStep(Deed.APPEND, 3);
  }

  @Test
  void aRollStoppedBetweenAnyTwoStepsLosesNothing() {
    freezeAtEachStep(Deed.ROLL, 11);
  }

  @Test
  void aRollToASegmentMadeAheadStoppedBetweenAnyTwoStepsLosesNothing() {
    freezeAtEachStep(Deed.ROLL_AHEAD, 11);
  }

  @Test
  void aDeletionStoppedBetweenAnyTwoStepsLosesNothing() {
    freezeAtEachStep(Deed.DELETE, 8);
  }

  @Test
  void anIdleMarkStoppedBetweenAnyTwoStepsLosesNothing() {
    freezeAtEachStep(Deed.IDLE_MARK, 3);
  }

  @Test
  void aSealStoppedBetweenAnyTwoStepsLosesNothing() {
    freezeAtEachStep(Deed.SEAL, 3);
  }

  private void freezeAtEachStep(Deed deed, int fewestSteps) {
    for (Meanwhile meanwhile : Meanwhile.values()) {
      int step = 1;
      while ((deed == Deed.CLAIM || !meanwhile.isByOldOne()) && freeze(deed, meanwhile, step)) {
        step++;
      }
      assertTrue(meanwhile.isByOldOne() || step > fewestSteps, deed + " has few steps: " + step);
    }
  }

  /** Whether the deed has so many steps; with one more, it is done before the others come. */
  private boolean freeze(Deed deed, Meanwhile meanwhile, int step) {
    SharedStore store = newStore();
    String answer = "";
    try {
      deed.before.accept(store);
      String command = deed.command.apply(store);
      long epochsBefore = newestEpoch(store);
      writer.ask("stop " + step);
      answer = writer.ask(command);
      boolean frozen = StoppableProcess.isStopped(answer);
      long own = newestEpoch(store) - epochsBefore;
      store.look();
      meanwhile.happens(store);
      store.look();
      boolean superseded = newestEpoch(store) - epochsBefore > own;
      if (frozen) {
        answer = writer.thaw();
      }
      store.look();
      boolean checkAhead = frozen && checksAfter(step);
      expectTruth(store, deed, command, answer, superseded, checkAhead);
      expectOneWriter(store, deed, superseded);
      store.expectNothingLost();
      return frozen;
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "%s frozen before step %d (%s), meanwhile %s: %s"
              .formatted(deed, step, answer, meanwhile, e.getMessage()),
          e);
    } finally {
      writer.ask("release");
      store.logs().forEach(SegmentLog::release);
    }
  }

  private static long newestEpoch(SharedStore store) {
    try {
      return EpochMarkers.newest(LogFiles.disk().list(store.folder));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether the writer looked for a newer marker after it was thawed. */
  private static boolean checksAfter(int step) {
    List<String> steps = steps();
    return steps.subList(step - 1, steps.size()).contains("isAbsentBeside epoch");
  }

  private static List<String> steps() {
    return Arrays.asList(writer.ask("steps").substring("steps ".length()).split(",", -1));
  }

  private static void expectTruth(
      SharedStore store,
      Deed deed,
      String command,
      String answer,
      boolean superseded,
      boolean checkAhead) {
    assertFalse(answer.startsWith("failed"), answer);
    if (!superseded) {
      assertFalse(answer.equals("fenced"), "fenced by nobody");
    } else if (checkAhead && deed != Deed.CLAIM && deed != Deed.SEAL) {
      assertEquals("fenced", answer);
    }
    if (answer.startsWith("acked")) {
      isAcknowledged(store, command.split(" ", -1)[1], answer);
    }
  }

  /** One of all that ever claimed goes on; the frozen one never again when another has claimed. */
  private static void expectOneWriter(SharedStore store, Deed deed, boolean superseded) {
    List<String> going = new ArrayList<>();
    if (deed != Deed.SEAL) {
      if (write(store, writer, 0)) {
        going.add("the frozen one");
      }
      if (superseded && deed != Deed.CLAIM) {
        assertEquals(List.of(), going);
        assertEquals("fenced", writer.ask("reopen"));
      }
    }
    for (SegmentLog log : store.logs()) {
      if (log.isOpen() && store.append(log, 0)) {
        going.add("epoch " + log.epoch());
      }
    }
    assertTrue(going.size() <= 1, going::toString);
  }

  @Test
  void ofTwoCandidatesStoppedAnywhereOneGoesOn() {
    Random random = random();
    int steps = claimSteps().size();
    for (int step = 1; step <= steps + 1; step++) {
      candidates(step, 1 + random.nextInt(steps), random.nextBoolean());
    }
  }

  @Test
  @Tag("soak")
  void ofTwoCandidatesStoppedAtAnyPairOfStepsOneGoesOn() {
    int steps = claimSteps().size();
    for (int first = 1; first <= steps + 1; first++) {
      for (int second = 1; second <= steps; second++) {
        candidates(first, second, true);
        candidates(first, second, false);
      }
    }
  }

  private static Random random() {
    long seed = System.nanoTime();
    System.out.println("candidates: seed=" + seed);
    return new Random(seed);
  }

  private static List<String> claimSteps() {
    SharedStore store = newStore();
    store.append(store.claim(), 0);
    writer.ask("stop 0");
    writer.ask(Deed.CLAIM.command.apply(store));
    List<String> steps = steps();
    writer.ask("release");
    return steps;
  }

  private static void candidates(int writersStep, int rivalsStep, boolean writerFirst) {
    SharedStore store = newStore();
    try {
      SegmentLog old = store.claim();
      store.append(old, 0);
      String open = "open " + store.folder + " " + store.id;
      writer.ask("stop " + writersStep);
      rival.ask("stop " + rivalsStep);
      String writers = writer.ask(open);
      String rivals = rival.ask(open);
      store.append(old, 0);
      store.look();
      if (writerFirst) {
        writers = thawed(writer, writers);
        store.look();
        rivals = thawed(rival, rivals);
      } else {
        rivals = thawed(rival, rivals);
        store.look();
        writers = thawed(writer, writers);
      }
      store.look();
      expectOneOf(store, old, writers, rivals);
      store.expectNothingLost();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "candidates stopped before steps %d and %d, thawed first: %s: %s"
              .formatted(writersStep, rivalsStep, writerFirst ? "first" : "second", e.getMessage()),
          e);
    } finally {
      writer.ask("release");
      rival.ask("release");
      store.logs().forEach(SegmentLog::release);
    }
  }

  private static String thawed(StoppableProcess process, String answer) {
    return StoppableProcess.isStopped(answer) ? process.thaw() : answer;
  }

  private static void expectOneOf(
      SharedStore store, SegmentLog old, String writers, String rivals) {
    List<String> opened = new ArrayList<>(List.of(writers, rivals));
    opened.removeIf("fenced"::equals);
    assertTrue(opened.stream().allMatch(answer -> answer.startsWith("opened")), opened::toString);
    assertTrue(opened.size() >= 1, "both were fenced");
    assertFalse(store.append(old, 0), "the old one goes on");
    boolean first = writers.startsWith("opened") && write(store, writer, 0);
    boolean second = rivals.startsWith("opened") && write(store, rival, 0);
    assertTrue(first != second, writers + " goes on: " + first + ", " + rivals + ": " + second);
  }

  @Test
  void aSuccessorKilledBetweenAnyTwoChangesLeavesAStoreThatCanBeClaimed() {
    killSuccessors(step -> !step.matches("(read|open|list|isAbsent|force|prepare|lock|file).*"));
  }

  @Test
  @Tag("soak")
  void aSuccessorKilledBetweenAnyTwoStepsLeavesAStoreThatCanBeClaimed() {
    killSuccessors(step -> true);
  }

  private static void killSuccessors(Predicate<String> which) {
    List<String> steps = claimSteps();
    for (int step = 1; step <= steps.size(); step++) {
      if (which.test(steps.get(step - 1))) {
        killSuccessor(step);
      }
    }
  }

  private static void killSuccessor(int step) {
    SharedStore store = newStore();
    StoppableProcess killed = rival;
    rival = StoppableProcess.start(signals);
    try {
      Deed.APPEND.before.accept(store);
      String event = store.newEvent();
      writer.ask("stop 3"); // between force and check
      assertEquals("at isAbsentBeside epoch", writer.ask("append " + event + " 0"));
      killed.ask("stop " + step);
      String at = killed.ask("open " + store.folder + " " + store.id);
      assertTrue(StoppableProcess.isStopped(at), at);
      store.look();
      killed.kill();
      boolean marked = newestEpoch(store) > 1;
      boolean acknowledged = isAcknowledged(store, event, writer.thaw());
      store.look();
      assertEquals(!marked, acknowledged, "killed " + at);
      assertEquals(!marked, write(store, writer, 0));
      store.expectNothingLost();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "successor killed before step %d: %s".formatted(step, e.getMessage()), e);
    } finally {
      writer.ask("release");
      store.logs().forEach(SegmentLog::release);
    }
  }

  @Test
  void findsThatAWriterThatChecksBeforeItWritesLosesWhatItAcknowledged() {
    SharedStore store = newStore();
    try (StoppableProcess wrong = StoppableProcess.start(signals, "check-first")) {
      assertEquals("opened 1 0", wrong.ask("open " + store.folder + " " + store.id));
      assertTrue(write(store, wrong, 0));
      wrong.ask("stop 2");
      String event = store.newEvent();
      assertEquals("at write segment", wrong.ask("append " + event + " 0"));
      Meanwhile.CLAIM_AND_WRITE.happens(store);

      String answer = wrong.thaw();

      assertEquals("acked 2", answer);
      assertThrows(AssertionError.class, () -> isAcknowledged(store, event, answer));
    } finally {
      store.logs().forEach(SegmentLog::release);
    }
  }
}
