package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ActorSystem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import scriptorium.contract.ChildWriter.Role;

/**
 * What a journal must do whose data outlives the process: {@link JournalContract}, and whatever it
 * acknowledged is there after the process was killed, an atomic write as a whole, and of several
 * writers one goes on. Kills are {@code kill -9} of real processes; what a power failure does is
 * the business of the plugin's own tests.
 *
 * <p>{@code -Dcontract.kills=300} kills more often than the three times of each run.
 */
public abstract class DurableJournalContract extends JournalContract {
  private static final int KILLS = Integer.getInteger("contract.kills", 3);

  /** Made by JUnit. */
  protected DurableJournalContract() {}

  /**
   * Whether of several writers of one persistence id all but one are refused. A plugin that answers
   * no may be written only by somebody who knows by other means that he is alone.
   */
  protected boolean fencesWriters() {
    return true;
  }

  /**
   * How to cut what a write leaves behind. Empty: the plugin's storage has no bytes that a test
   * could cut, and that an atomic write is never torn is shown by random kills alone.
   */
  protected Optional<TornStorage> tornStorage() {
    return Optional.empty();
  }

  @Test
  void keepsEverythingAcrossARestartOfTheSystem() throws Exception {
    String id = newId("restart");
    expectStored(journal().write(id, 1, numbered(1, 4)), 1, 2, 3, 4);
    journal().delete(id, 2);
    String deleted = newId("restart");
    expectStored(journal().write(deleted, 1, numbered(1, 4)), 1, 2, 3, 4);
    journal().delete(deleted, Long.MAX_VALUE);

    restart();

    JournalClient.Replayed replayed = journal().replay(id);
    assertEquals(List.of("event 3", "event 4"), replayed.texts());
    assertEquals(4, replayed.highest());
    assertEquals(new JournalClient.Replayed(List.of(), 4), journal().replay(deleted));
    expectStored(journal().write(deleted, 5, "next"), 5);
    expectStored(journal().write(id, 5, "next"), 5);
  }

  @Test
  void losesNothingAcknowledgedWhenItsProcessIsKilled() throws Exception {
    expectDurable(KILLS);
  }

  /** Kills a writing process again and again; the seed of its moments is printed. */
  protected final void expectDurable(int kills) throws Exception {
    long seed = System.nanoTime();
    System.out.println("kills of a journal's process: seed=" + seed);
    Random random = new Random(seed);
    String id = newId("killed");
    long acknowledged = 0;
    for (int kill = 0; kill < kills; kill++) {
      try (ChildProcess child =
          ChildProcess.start(settings(), Role.EVENTS, journalPluginId(), id)) {
        assertTrue(number(child, "recovered") >= acknowledged);
        acknowledged = number(child, "acked");
        child.runFor(Duration.ofMillis(random.nextInt(400)));
        child.kill();
        acknowledged = Math.max(acknowledged, lastAcknowledged(child));
      }
    }
    WrittenEvents.expectWhole(journal().replay(id).texts(), acknowledged);
  }

  private long number(ChildProcess child, String what) throws InterruptedException {
    String line = child.line(patience());
    assertNotNull(line, "child process ended instead of " + what);
    assertTrue(line.matches(what + " \\d+"), line);
    return number(line);
  }

  private static long number(String line) {
    return Long.parseLong(line.substring(line.indexOf(' ') + 1));
  }

  /** The rest of what it said; a last line that was cut short tells a smaller number. */
  private long lastAcknowledged(ChildProcess child) throws InterruptedException {
    long last = 0;
    for (String line = child.line(patience()); line != null; line = child.line(patience())) {
      if (line.matches("acked \\d+")) {
        last = Math.max(last, number(line));
      }
    }
    return last;
  }

  @Test
  void keepsAnAtomicWriteWholeOrNotAtAllAtEveryByte() throws Exception {
    Optional<TornStorage> torn = tornStorage();
    requires(torn.isPresent(), "an atomic write cut at every byte");
    TornStorage storage = torn.get();
    String id = newId("cut");
    expectStored(journal().write(id, 1, "a"), 1);
    storage.beforeWrite();
    expectStored(journal().write(id, 2, "b", "c", "d"), 2, 3, 4);
    long bytes = storage.afterWrite();
    restart();

    assertTrue(bytes > 0, "nothing was written to the storage");
    for (long cut = 0; cut <= bytes; cut++) {
      ActorSystem system = start(completed(storage.cutTo(cut)));
      expectWholeOrOut(
          journal(system), id, "cut after bytes=" + cut + " of " + bytes, cut == bytes);
      terminate(system);
    }
  }

  private static void expectWholeOrOut(
      JournalClient journal, String id, String where, boolean acknowledged) {
    JournalClient.Replayed found = journal.replay(id);

    List<String> whole = List.of("a", "b", "c", "d");
    assertTrue(
        found.texts().equals(whole) || (!acknowledged && found.texts().equals(List.of("a"))),
        where + " left " + found.texts());
    assertEquals(found.events().size(), found.highest(), where);
    WriteAnswer next = journal.write(id, found.highest() + 1, "next");
    assertTrue(next.isStored(), where + ": " + next);
  }

  // ---- several writers

  @Test
  void letsExactlyOneOfTwoWritersGoOn() {
    requires(fencesWriters() && isShared(), "two writers of one persistence id");
    String id = newId("rivals");
    expectStored(journal().write(id, 1, "first"), 1);

    for (int round = 0; round < 5; round++) {
      try (Rivals rivals = new Rivals(journal(anotherSystem()), journal(anotherSystem()), id)) {
        rivals.expectOneToGoOn();
      }
    }
  }

  @Test
  void refusesAWriterThatWasOvertaken() {
    requires(fencesWriters() && isShared(), "a writer that was overtaken");
    String id = newId("overtaken");
    JournalClient old = journal();
    expectStored(old.write(id, 1, "first"), 1);

    JournalClient successor = journal(anotherSystem());
    assertEquals(1, successor.replay(id).highest());
    expectStored(successor.write(id, 2, "barrier"), 2);
    WriteAnswer late = old.write(id, 2, "late", "late");
    WriteAnswer later = old.write(id, 4, "later");

    assertEquals(List.of(), late.stored());
    assertEquals(List.of(), later.stored());
    expectStored(successor.write(id, 3, "next"), 3);
    assertEquals(List.of("first", "barrier", "next"), successor.replay(id).texts());
  }

  @Test
  void refusesAFrozenProcessThatWakesUpAfterItsSuccessorWrote() throws Exception {
    requires(fencesWriters() && isShared(), "a frozen writer that wakes up");
    String id = newId("frozen");
    try (ChildProcess child = ChildProcess.start(settings(), Role.EVENTS, journalPluginId(), id)) {
      assertEquals(0, number(child, "recovered"));
      long acknowledged = number(child, "acked");
      child.freeze();

      long highest = overtake(id);
      child.thaw();

      String line = child.line(patience());
      while (line != null && line.matches("acked \\d+")) {
        acknowledged = number(line);
        line = child.line(patience());
      }
      assertNotNull(line);
      assertTrue(line.startsWith("refused "), line);
      assertTrue(acknowledged <= highest, acknowledged + " was acknowledged after " + highest);
      List<String> found = journal().replay(id).texts();
      WrittenEvents.expectWhole(found.subList(0, (int) highest), acknowledged);
      assertEquals(List.of("barrier", "next"), found.subList((int) highest, found.size()));
    }
  }

  /** The numbers that the old one's events reach. */
  private long overtake(String id) {
    long end = System.nanoTime() + patience().toNanos();
    while (true) {
      long highest = journal().replay(id).highest();
      WriteAnswer barrier = journal().write(id, highest + 1, "barrier");
      if (barrier.isStored()) {
        expectStored(journal().write(id, highest + 2, "next"), highest + 2);
        return highest;
      }
      assertTrue(System.nanoTime() < end, "the successor cannot write: " + barrier);
    }
  }
}
