package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.contract.JournalClient.event;
import static scriptorium.contract.JournalClient.notes;

import akka.persistence.PersistentRepr;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many events, large events, many persistence ids. */
abstract class JournalBulkRules extends JournalWriteRules {
  /** How many events a long replay has. */
  static final int LONG_REPLAY_EVENTS = 10_000;

  /** How many persistence ids a journal keeps at once. */
  static final int PERSISTENCE_IDS = 2_000;

  @Test
  void replaysTenThousandEventsInOrderWhileOthersWrite() throws Exception {
    String id = newId("long");
    JournalClient journal = journal();
    for (int first = 1; first <= LONG_REPLAY_EVENTS; first += 500) {
      assertTrue(journal.write(id, first, numbered(first, 500)).isStored());
    }

    try (Load load = Load.start(journal, 3)) {
      for (int round = 0; round < 3; round++) {
        try (Inbox one = journal.beginReplay(id, 1, Long.MAX_VALUE, Long.MAX_VALUE);
            Inbox two = journal.beginReplay(id, 1, Long.MAX_VALUE, Long.MAX_VALUE)) {
          for (Inbox inbox : List.of(one, two)) {
            JournalClient.Replayed replayed = journal.replayed(inbox);
            assertEquals(List.of(numbered(1, LONG_REPLAY_EVENTS)), replayed.texts());
          }
        }
      }
      load.expectWhole();
    }
  }

  @Test
  void keepsALargeEventBitForBit() {
    String id = newId("large");
    long seed = System.nanoTime();
    byte[] large = new byte[largestEventBytes()];
    new Random(seed).nextBytes(large);

    expectStored(journal().write(id, 1, "small"), 1);
    expectStored(journal().write(event(id, 2, large)), 2);
    expectStored(journal().write(id, 3, "small"), 3);

    List<PersistentRepr> found = journal().replay(id).events();
    assertEquals(3, found.size());
    assertArrayEquals(large, (byte[]) found.get(1).payload(), "seed=" + seed);
    assertEquals(new Note("small", ""), found.get(2).payload());
  }

  @Test
  void keepsTwoThousandIdsApart() {
    JournalClient journal = journal();
    List<String> ids = IntStream.range(0, PERSISTENCE_IDS).mapToObj(i -> newId("m" + i)).toList();

    for (List<String> some : portions(ids)) {
      List<JournalClient.Pending> pending =
          some.stream().map(id -> journal.begin(List.of(notes(id, 1, id, "2 of " + id)))).toList();
      pending.forEach(write -> expectStored(write.await(), 1, 2));
    }

    for (List<String> some : portions(ids)) {
      List<Inbox> replays =
          some.stream()
              .map(id -> journal.beginReplay(id, 1, Long.MAX_VALUE, Long.MAX_VALUE))
              .toList();
      for (int i = 0; i < some.size(); i++) {
        try (Inbox inbox = replays.get(i)) {
          assertEquals(
              List.of(some.get(i), "2 of " + some.get(i)), journal.replayed(inbox).texts());
        }
      }
    }
  }

  private static List<List<String>> portions(List<String> ids) {
    List<List<String>> portions = new ArrayList<>();
    for (int at = 0; at < ids.size(); at += 100) {
      portions.add(ids.subList(at, Math.min(ids.size(), at + 100)));
    }
    return portions;
  }
}
