package scriptorium.drills.fence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import scriptorium.drills.failover.process.EventLine;

class FenceCheckerTest {

  private final RoundHistory history = new RoundHistory();
  private final NavigableMap<Long, String> chain = new TreeMap<>();

  @Test
  void findsNothingWhereAllIsInItsPlace() {
    ready("w1", 1, 5);
    acked("w1", 1, 1, "w1-0@1,w1-1@1", 10, 20);
    ready("w2", 2, 25);
    acked("w2", 2, 3, "w2-0@2", 30, 40);
    chain.putAll(Map.of(1L, "w1-0@1", 2L, "w1-1@1", 3L, "w2-0@2"));
    read("1=w1-0@1", "2=w1-1@1", "3=w2-0@2");

    assertEquals(List.of(), faults());
  }

  @Test
  void whatWasNotAcknowledgedMayBeThere() {
    chain.put(1L, "w1-0@1");
    read("1=w1-0@1");

    assertEquals(List.of(), faults());
  }

  @Test
  void findsALostEvent() {
    acked("w1", 1, 1, "w1-0@1,w1-1@1", 10, 20);
    chain.put(1L, "w1-0@1");
    read("1=w1-0@1");

    expect("LOST: number=2 acknowledged=w1-1@1 found=null");
  }

  @Test
  void findsALostEventWhoseNumberAnotherHas() {
    acked("w1", 1, 1, "w1-0@1", 10, 20);
    chain.put(1L, "w2-0@2");
    read("1=w2-0@2");

    expect("LOST: number=1 acknowledged=w1-0@1 found=w2-0@2");
  }

  @Test
  void findsADoubledEvent() {
    chain.putAll(Map.of(1L, "w1-0@1", 2L, "w1-0@1"));
    read("1=w1-0@1", "2=w1-0@1");

    expect("DOUBLED: w1-0@1 is number 1 and 2");
  }

  @Test
  void findsAReorderedEvent() {
    acked("w1", 1, 2, "w1-0@1", 10, 20);
    acked("w2", 1, 1, "w2-0@1", 30, 40);
    chain.putAll(Map.of(1L, "w2-0@1", 2L, "w1-0@1"));
    read("1=w2-0@1", "2=w1-0@1");

    expect("REORDERED");
  }

  @Test
  void findsAWriterThatWasAcknowledgedThoughANewerOneWasReady() {
    ready("w2", 2, 5);
    acked("w1", 1, 1, "w1-0@1", 10, 20);
    chain.put(1L, "w1-0@1");
    read("1=w1-0@1");

    expect("TWO_WRITERS");
  }

  @Test
  void findsAnEpochThatTwoHad() {
    ready("w1", 2, 5);
    ready("w2", 2, 6);

    expect("TWO_WRITERS: epoch=2 was ready twice");
  }

  @Test
  void findsAVoidEventThatWasRead() {
    chain.put(1L, "w2-0@2");
    read("1=w1-0@1", "1=w2-0@2");

    expect("VOID_READ: number=1 read=w1-0@1 counts=w2-0@2");
    expect("VOID_READ: number=1 read after number=1");
  }

  @Test
  void findsAnEventThatWasNotRead() {
    chain.put(1L, "w1-0@1");

    expect("NOT_READ: number=1 event=w1-0@1");
  }

  @Test
  void findsAMissingNumberAndEpochsOutOfOrder() {
    chain.putAll(Map.of(1L, "w1-0@2", 3L, "w2-0@1"));
    read("1=w1-0@2", "3=w2-0@1");

    expect("DAMAGED: expected number=2 epoch>=2 found=3=w2-0@1");
  }

  @Test
  void believesNothingThatAKillCutShort() {
    history.tell("w1", line("ACK", Map.of("epoch", "1", "number", "1", "events", "w1-0")));

    assertEquals(List.of(), faults());
  }

  private static EventLine line(String kind, Map<String, String> fields) {
    return new EventLine(0, kind, fields);
  }

  private void acked(String writer, int epoch, int number, String events, int start, int end) {
    history.tell(
        writer,
        line(
            "ACK",
            Map.of(
                "epoch", "" + epoch,
                "number", "" + number,
                "events", events,
                "start", "" + start,
                "at", "" + end,
                "end", "1")));
  }

  private void ready(String writer, int epoch, int at) {
    history.tell(writer, line("READY", Map.of("epoch", "" + epoch, "at", "" + at, "end", "1")));
  }

  private void read(String... events) {
    for (String event : events) {
      String[] words = event.split("=", 2);
      history.tell("follower", line("READ", Map.of("number", words[0], "event", words[1])));
    }
  }

  private List<String> faults() {
    return new FenceChecker(history, chain, 1).faults();
  }

  private void expect(String fault) {
    List<String> found = faults();
    assertTrue(found.stream().anyMatch(line -> line.startsWith(fault)), found::toString);
  }
}
