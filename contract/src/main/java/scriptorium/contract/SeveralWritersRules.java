package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import scriptorium.contract.ChildWriter.Role;

/** What a journal makes of several writers of one persistence id, of which one may go on. */
abstract class SeveralWritersRules extends JournalContract {
  /**
   * Whether of several writers of one persistence id all but one are refused. A plugin that answers
   * no may be written only by somebody who knows by other means that he is alone.
   */
  protected boolean fencesWriters() {
    return true;
  }

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

  /** Of numbers that were used and are gone nothing may be left that looks like a free place. */
  @Test
  void refusesAWriterThatWasOvertakenEvenAfterItsSuccessorHasDeletedTheNumbers() throws Exception {
    requires(fencesWriters() && isShared(), "a writer that was overtaken, its numbers deleted");
    for (int written : new int[] {1, 2, 5}) {
      JournalClient old = journal();
      String id = idWith(3);
      JournalClient successor = journal(anotherSystem());
      assertEquals(3, successor.replay(id).highest());
      assertTrue(successor.write(id, 4, numbered(4, written)).isStored());
      long highest = 3L + written;
      successor.delete(id, highest);

      assertEquals(List.of(), old.write(id, 4, "late").stored());
      assertEquals(List.of(), old.write(id, 4, numbered(4, written + 1)).stored());

      assertEquals(new JournalClient.Replayed(List.of(), highest), successor.replay(id));
      expectStored(successor.write(id, highest + 1, "next"), highest + 1);
      assertEquals(List.of("next"), successor.replay(id).texts());
      restart();
      assertEquals(List.of("next"), journal().replay(id).texts());
    }
  }

  @Test
  void refusesAFrozenProcessThatWakesUpAfterItsSuccessorWrote() throws Exception {
    requires(fencesWriters() && isShared(), "a frozen writer that wakes up");
    String id = newId("frozen");

    Overtaken overtaken = overtakeFrozen(id, highest -> {});

    List<String> found = journal().replay(id).texts();
    int highest = (int) overtaken.highest();
    WrittenEvents.expectWhole(found.subList(0, highest), overtaken.acknowledged());
    assertEquals(List.of("barrier", "next"), found.subList(highest, found.size()));
  }

  @Test
  void refusesAFrozenProcessThatWakesUpAfterItsSuccessorDeletedAll() throws Exception {
    requires(fencesWriters() && isShared(), "a frozen writer that wakes up, its numbers deleted");
    String id = newId("frozen");

    Overtaken overtaken = overtakeFrozen(id, highest -> journal().delete(id, highest));

    long highest = overtaken.highest() + 2;
    assertEquals(new JournalClient.Replayed(List.of(), highest), journal().replay(id));
    expectStored(journal().write(id, highest + 1, "after"), highest + 1);
    assertEquals(List.of("after"), journal().replay(id).texts());
  }

  /**
   * A process that wrote, was frozen, overtaken, and refused when it woke up.
   *
   * @param highest number of its events that its successor found
   * @param acknowledged number of its events that it was told of
   */
  private record Overtaken(long highest, long acknowledged) {}

  /**
   * @param before what the successor does, given its highest number, before the other one wakes up
   */
  private Overtaken overtakeFrozen(String id, LongConsumer before) throws Exception {
    try (ChildProcess child = ChildProcess.start(settings(), Role.EVENTS, journalPluginId(), id)) {
      assertEquals(0, number(child, "recovered"));
      long acknowledged = number(child, "acked");
      child.freeze();

      long highest = overtake(id);
      before.accept(highest + 2);
      child.thaw();

      String line = child.line(patience());
      while (line != null && line.matches("acked \\d+")) {
        acknowledged = number(line);
        line = child.line(patience());
      }
      assertNotNull(line);
      assertTrue(line.startsWith("refused "), line);
      assertTrue(acknowledged <= highest, acknowledged + " was acknowledged after " + highest);
      return new Overtaken(highest, acknowledged);
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

  final long number(ChildProcess child, String what) throws InterruptedException {
    String line = child.line(patience());
    assertNotNull(line, "child process ended instead of " + what);
    assertTrue(line.matches(what + " \\d+"), line);
    return number(line);
  }

  static long number(String line) {
    return Long.parseLong(line.substring(line.indexOf(' ') + 1));
  }
}
