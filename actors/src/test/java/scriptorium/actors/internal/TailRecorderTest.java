package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import scriptorium.actors.internal.TailRecorder.TailOverflowException;
import scriptorium.persistence.codec.EncodedEvent;

final class TailRecorderTest {

  private static final EncodedEvent EVENT = new EncodedEvent("C", new byte[100]);
  private static final long HELD = new TailRecorder.Entry(1, EVENT).heapBytes();

  @Test
  void givesEventsInOrderAndHoldsThemNoLonger() throws Exception {
    TailRecorder tail = new TailRecorder(2 * HELD);
    tail.add(7, EVENT);
    tail.add(8, EVENT);
    assertEquals(2 * HELD, tail.heldBytes());

    assertEquals(7, numberOf(tail.poll()));
    tail.add(9, EVENT);
    assertEquals(8, numberOf(tail.poll()));
    assertEquals(9, numberOf(tail.poll()));

    assertNull(tail.poll());
    assertEquals(0, tail.heldBytes());
  }

  private static long numberOf(TailRecorder.@Nullable Entry entry) {
    return Objects.requireNonNull(entry).number();
  }

  @Test
  void givesAllUpWhenOneIsTooMuch() {
    TailRecorder tail = new TailRecorder(2 * HELD - 1);
    tail.add(1, EVENT);

    tail.add(2, EVENT);
    tail.add(3, EVENT);

    String message = assertThrows(TailOverflowException.class, tail::poll).toString();
    assertTrue(message.contains("bytes=" + 2 * HELD + " limit=" + (2 * HELD - 1)), message);
  }
}
