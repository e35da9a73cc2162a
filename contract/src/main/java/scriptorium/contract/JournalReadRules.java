package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a journal replays, and what is left of it after a deletion. */
abstract class JournalReadRules extends JournalRules {
  @Test
  void replaysWhatWasStoredInOrder() {
    String id = idWith(5);

    JournalClient.Replayed replayed = journal().replay(id);

    assertEquals(List.of(numbered(1, 5)), replayed.texts());
    assertEquals(List.of(1L, 2L, 3L, 4L, 5L), replayed.numbers());
    assertEquals(5, replayed.highest());
  }

  @Test
  void replaysNothingOfAnIdNobodyWrote() {
    assertEquals(new JournalClient.Replayed(List.of(), 0), journal().replay(newId("nobody")));
  }

  @Test
  void replaysBothEndsOfARangeAndNotMoreThanAskedFor() {
    String id = idWith(5);

    expectReplayed(id, 3, Long.MAX_VALUE, Long.MAX_VALUE, 3, 4, 5);
    expectReplayed(id, 1, 2, Long.MAX_VALUE, 1, 2);
    expectReplayed(id, 2, 4, Long.MAX_VALUE, 2, 3, 4);
    expectReplayed(id, 3, 3, Long.MAX_VALUE, 3);
    expectReplayed(id, 5, 5, Long.MAX_VALUE, 5);
    expectReplayed(id, 0, Long.MAX_VALUE, Long.MAX_VALUE, 1, 2, 3, 4, 5);
    expectReplayed(id, 1, Long.MAX_VALUE, 3, 1, 2, 3);
    expectReplayed(id, 2, 4, 2, 2, 3);
    expectReplayed(id, 2, 4, 3, 2, 3, 4);
    expectReplayed(id, 2, 4, 4, 2, 3, 4);
    expectReplayed(id, 4, 5, 1, 4);
  }

  @Test
  void replaysNothingOfAnEmptyRange() {
    String id = idWith(3);

    expectReplayed(id, 1, 3, 0);
    expectReplayed(id, 3, 2, Long.MAX_VALUE);
    expectReplayed(id, 4, Long.MAX_VALUE, Long.MAX_VALUE);
    expectReplayed(id, 1, 0, Long.MAX_VALUE);
    expectReplayed(id, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Whatever the range, the highest number is told. */
  final void expectReplayed(String id, long from, long to, long max, long... numbers) {
    JournalClient.Replayed replayed = journal().replay(id, from, to, max);

    String range = "from=" + from + " to=" + to + " max=" + max;
    assertEquals(LongStream.of(numbers).boxed().toList(), replayed.numbers(), range);
    assertEquals(journal().replay(id).highest(), replayed.highest(), range);
  }

  @Test
  void replaysAgainWhatItReplayedBefore() {
    String id = idWith(3);

    assertEquals(journal().replay(id).texts(), journal().replay(id).texts());
  }

  @Test
  void showsNoEventOfOneIdToAnother() {
    String id = newId("id");
    List<String> ids =
        List.of(
            id,
            id + "/b",
            id + "%2Fb",
            id.toUpperCase(java.util.Locale.ROOT),
            id + "ä|.%",
            "." + id);

    for (String each : ids) {
      expectStored(journal().write(each, 1, "first of " + each, "second of " + each), 1, 2);
    }

    for (String each : ids) {
      JournalClient.Replayed replayed = journal().replay(each);
      assertEquals(List.of("first of " + each, "second of " + each), replayed.texts());
      assertTrue(replayed.events().stream().allMatch(e -> e.persistenceId().equals(each)));
    }
  }

  @Test
  void replaysNoDeletedEvent() {
    String id = idWith(5);

    journal().delete(id, 3);

    expectReplayed(id, 1, Long.MAX_VALUE, Long.MAX_VALUE, 4, 5);
    expectReplayed(id, 1, 3, Long.MAX_VALUE);
    expectReplayed(id, 3, 4, Long.MAX_VALUE, 4);
    expectReplayed(id, 1, Long.MAX_VALUE, 1, 4);
    assertEquals(5, journal().replay(id).highest());
  }

  @Test
  void keepsTheHighestNumberWhenAllEventsAreDeleted() {
    for (long to : new long[] {5, 6, Long.MAX_VALUE}) {
      String id = idWith(5);

      journal().delete(id, to);

      assertEquals(new JournalClient.Replayed(List.of(), 5), journal().replay(id));
      expectStored(journal().write(id, 6, "after deletion"), 6);
      assertEquals(List.of(6L), journal().replay(id).numbers());
    }
  }

  @Test
  void bringsNothingBackWhenLessIsDeletedThanBefore() {
    String id = idWith(5);
    journal().delete(id, 4);

    journal().delete(id, 2);
    journal().delete(id, 4);
    journal().delete(id, 0);

    assertEquals(List.of(5L), journal().replay(id).numbers());
  }

  @Test
  void deletesOfOneIdAlone() {
    String one = idWith(3);
    String other = idWith(3);

    journal().delete(one, Long.MAX_VALUE);

    assertEquals(List.of(1L, 2L, 3L), journal().replay(other).numbers());
  }

  @Test
  void answersADeletionWhereNothingWasEverStored() {
    String id = newId("nobody");

    journal().delete(id, 10);

    assertEquals(new JournalClient.Replayed(List.of(), 0), journal().replay(id));
    expectStored(journal().write(id, 1, "first"), 1);
  }
}
