package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventDeletionTest {

  private final List<Long> asked = new ArrayList<>();

  private EventDeletion deletion(long firstPortion) {
    return new EventDeletion("main", firstPortion, asked::add);
  }

  @Test
  void asksForAllAtOnceWithoutPortions() {
    EventDeletion deletion = deletion(0);

    deletion.to(1_000_000);
    deletion.done();
    deletion.to(1_000_000);

    assertEquals(List.of(1_000_000L), asked);
  }

  @Test
  void asksForPortionsThatDouble() {
    EventDeletion deletion = deletion(10);

    deletion.to(65);
    deletion.done();
    deletion.to(66);
    deletion.done();
    deletion.done();
    deletion.to(70);

    assertEquals(List.of(10L, 30L, 66L, 70L), asked);
  }

  @Test
  void beginsWithSmallPortionsAgainWhereOneFailed() {
    EventDeletion deletion = deletion(10);

    deletion.to(100);
    deletion.done();
    deletion.failed(new IllegalStateException("took too long"));
    deletion.done();

    assertEquals(List.of(10L, 30L, 20L, 40L), asked);
  }

  @Test
  void waitsForTheNextSnapshotWhereTheSmallestFailed() {
    EventDeletion deletion = deletion(10);

    deletion.to(100);
    deletion.failed(new IllegalStateException("took too long"));
    deletion.to(110);

    assertEquals(List.of(10L, 10L), asked);
  }
}
