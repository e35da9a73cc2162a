package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.persistence.segment.Claimant;
import scriptorium.persistence.segment.EventGroup;
import scriptorium.persistence.segment.LockMode;
import scriptorium.persistence.segment.OpenRequest;
import scriptorium.persistence.segment.SegmentLog;
import scriptorium.persistence.segment.SegmentLogSettings;
import scriptorium.persistence.segment.SegmentReader;

/** A journal that did not keep an atomic write whole, as no journal should. */
final class BrokenPartsTest {

  @TempDir Path folder;
  @TempDir Path other;
  private StoreFixture store;
  private StoreFixture damaged;

  @BeforeEach
  void prepare() {
    store = StoreFixture.in(folder, "scriptorium.store.write.part-bytes = 1024").ready();
    damaged = StoreFixture.closed(other);
    store.schema("create table item(id int primary key, text varchar)");
    store.execute("insert into item select x, 'item ' || x from system_range(1, 300)");
    store.end();
  }

  @AfterEach
  void close() {
    damaged.close();
  }

  /** Opens a store whose journal has these of the events; tells why it does not start. */
  private String failureWith(UnaryOperator<List<byte[]>> choice) {
    List<byte[]> events = new ArrayList<>();
    SegmentReader.of(folder.resolve("main"))
        .readEvents(
            1,
            Long.MAX_VALUE,
            (number, array, at, length) -> events.add(Arrays.copyOfRange(array, at, at + length)));
    EventGroup group = new EventGroup();
    group.begin();
    for (byte[] event : choice.apply(events)) {
      group.beginEvent();
      group.putBytes(event);
      group.endEvent();
    }
    Claimant claimant = new Claimant("test", 1, Instant.EPOCH);
    SegmentLogSettings settings = SegmentLogSettings.standard(LockMode.EXCLUSIVE);
    try (SegmentLog log =
        SegmentLog.open(other.resolve("main"), OpenRequest.of("main", claimant, settings))) {
      log.append(group, 1);
    }
    return damaged.open("", same -> same).failure();
  }

  private static List<byte[]> without(List<byte[]> events, int fromTheEnd) {
    List<byte[]> fewer = new ArrayList<>(events);
    fewer.remove(events.size() - fromTheEnd);
    return fewer;
  }

  @Test
  void aJournalThatEndsInsideAChangeSetStopsTheStart() {
    String failure = failureWith(events -> without(events, 1));

    assertTrue(failure.contains("change set without its end"), failure);
    assertTrue(failure.contains("sequenceNumber="), failure);
  }

  @Test
  void aMissingPartStopsTheStart() {
    String failure = failureWith(events -> without(events, 2));

    assertTrue(failure.contains("parts of a change set out of order"), failure);
    assertTrue(failure.contains("found=the end behind"), failure);
  }

  @Test
  void anEventBetweenPartsStopsTheStart() {
    String failure =
        failureWith(
            events -> {
              List<byte[]> strange = new ArrayList<>(events);
              strange.add(events.size() - 2, events.get(0));
              return strange;
            });

    assertTrue(failure.contains("change set without its end"), failure);
  }
}
