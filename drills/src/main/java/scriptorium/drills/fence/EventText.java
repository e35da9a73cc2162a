package scriptorium.drills.fence;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import scriptorium.persistence.segment.EventGroup;

/**
 * The events of the drill: {@code NAME-COUNT@EPOCH}, each written once by one process, as a journal
 * entry (docs/segment-format.md) that holds an array of bytes.
 */
final class EventText {

  private static final int ENTRY_BYTES = 20;
  private static final int BYTES_SERIALIZER = 4;

  private EventText() {}

  static void put(EventGroup group, String event) {
    group.beginEvent();
    group.putByte(1);
    group.putByte(0);
    group.putInt64(0);
    group.putInt32(BYTES_SERIALIZER);
    for (int text = 0; text < 3; text++) {
      group.putShortBytes(new byte[0]);
    }
    group.putBytes(event.getBytes(StandardCharsets.US_ASCII));
    group.endEvent();
  }

  /** From an entry as it lies in a segment. */
  static String of(ByteBuffer entry) {
    byte[] event = new byte[entry.capacity() - ENTRY_BYTES];
    entry.get(ENTRY_BYTES, event);
    return of(event);
  }

  /** From what a query delivers. */
  static String of(byte[] event) {
    return new String(event, StandardCharsets.US_ASCII);
  }

  static long epoch(String event) {
    return Long.parseLong(event.substring(event.lastIndexOf('@') + 1));
  }
}
