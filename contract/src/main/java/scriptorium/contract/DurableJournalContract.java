package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
public abstract class DurableJournalContract extends SeveralWritersRules {
  private static final int KILLS = Integer.getInteger("contract.kills", 3);

  /** Made by JUnit. */
  protected DurableJournalContract() {}

  /**
   * How to cut what a write leaves behind. Empty: the plugin's storage has no bytes that a test
   * could cut, and that an atomic write is never torn is shown by random kills alone.
   */
  protected Optional<TornStorage> tornStorage() {
    return Optional.empty();
  }

  /**
   * Ends the storage as a crash would and starts it again; returns when it answers. Empty: it has
   * no process of its own and dies with its writer's.
   */
  protected Optional<Runnable> storageCrash() {
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

  @Test
  void losesNothingAcknowledgedWhenItsStorageCrashes() throws Exception {
    Optional<Runnable> crash = storageCrash();
    requires(crash.isPresent(), "a crash of the storage while its writer lives");
    String id = newId("crashed");
    long acknowledged = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      try (ChildProcess child =
          ChildProcess.start(settings(), Role.EVENTS, journalPluginId(), id)) {
        assertTrue(number(child, "recovered") >= acknowledged);
        acknowledged = number(child, "acked");
        crash.get().run();
        acknowledged = Math.max(acknowledged, lastAcknowledged(child));
      }
      WrittenEvents.expectWhole(journal(anotherSystem()).replay(id).texts(), acknowledged);
    }
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
}
