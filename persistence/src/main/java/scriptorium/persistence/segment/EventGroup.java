package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.END_MARK;
import static scriptorium.persistence.segment.SegmentFormat.END_MARK_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.FRAME_HEADER_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.FRAME_MAGIC;
import static scriptorium.persistence.segment.SegmentFormat.MAX_PAYLOAD_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.putInt;
import static scriptorium.persistence.segment.SegmentFormat.putLong;
import static scriptorium.persistence.segment.SegmentFormat.putShort;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Events on their way into one frame: encoded into one reused array, stamped with their place when
 * they are written, so that nothing is copied twice. Not thread-safe; hand it over as a whole.
 *
 * <pre>{@code
 * group.begin();
 * group.beginEvent(); group.putLong(time); group.putBytes(event); group.endEvent();
 * log.append(group, firstNumber);
 * }</pre>
 */
public final class EventGroup {
  private static final int FIRST_BYTES = 8 << 10;
  private static final int KEPT_BYTES = 4 << 20;

  private final CRC32C crc = new CRC32C();
  private byte[] bytes = new byte[FIRST_BYTES];
  private int position = FRAME_HEADER_BYTES;
  private int eventStart = -1;
  private int count;
  private FrameKind kind = FrameKind.EVENTS;

  /** Empties it for a new group. An array grown by a huge event is given back. */
  public void begin() {
    begin(FrameKind.EVENTS);
  }

  void begin(FrameKind newKind) {
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    kind = newKind;
    position = FRAME_HEADER_BYTES;
    eventStart = -1;
    count = 0;
  }

  /** Begins the next event; its bytes are put until {@link #endEvent}. */
  public void beginEvent() {
    if (eventStart >= 0) {
      throw new IllegalStateException("the event before was not ended");
    }
    eventStart = position;
    room(4);
    position += 4;
  }

  /** Ends the event. */
  public void endEvent() {
    putInt(bytes, eventStart, position - eventStart - 4);
    eventStart = -1;
    count++;
  }

  /** Forgets everything from the {@code keptEvents}-th event on; {@code mark} is its place. */
  public void cutBack(int mark, int keptEvents) {
    position = mark;
    count = keptEvents;
    eventStart = -1;
  }

  /** A place to {@link #cutBack} to. */
  public int mark() {
    return position;
  }

  /** Events ended so far. */
  public int count() {
    return count;
  }

  /** Bytes the frame will take, without padding. */
  public int frameBytes() {
    return position + END_MARK_BYTES;
  }

  int payloadBytes() {
    return position - FRAME_HEADER_BYTES;
  }

  FrameKind kind() {
    return kind;
  }

  public void putByte(int value) {
    room(1);
    bytes[position++] = (byte) value;
  }

  public void putInt32(int value) {
    room(4);
    putInt(bytes, position, value);
    position += 4;
  }

  public void putInt64(long value) {
    room(8);
    putLong(bytes, position, value);
    position += 8;
  }

  /** A length of two bytes, then the bytes; at most 65,535. */
  public void putShortBytes(byte[] value) {
    if (value.length > 0xFFFF) {
      throw new IllegalArgumentException("text too long: bytes=" + value.length + " limit=65535");
    }
    room(2);
    putShort(bytes, position, value.length);
    position += 2;
    putBytes(value);
  }

  public void putBytes(byte[] value) {
    room(value.length);
    System.arraycopy(value, 0, bytes, position, value.length);
    position += value.length;
  }

  /**
   * Completes the frame for its place.
   *
   * @param previous the chain before it, in its own epoch where there is a frame of it
   * @return the chain hash after it
   */
  long stamp(long epoch, long frameCounter, long start, ChainEnd previous) {
    int length = payloadBytes();
    room(END_MARK_BYTES);
    putInt(bytes, 0, FRAME_MAGIC);
    putInt(bytes, 4, kind.code());
    putInt(bytes, 8, length);
    putInt(bytes, 12, count);
    putLong(bytes, 16, epoch);
    putLong(bytes, 24, previous.number() + 1);
    putLong(bytes, 32, previous.hash());
    putLong(bytes, 40, frameCounter);
    boolean own = previous.epoch() == epoch;
    putLong(bytes, 48, previous.number());
    putLong(bytes, 56, own ? previous.segment() : 0);
    putLong(bytes, 64, own ? previous.offset() : SegmentFormat.SEGMENT_HEADER_BYTES);
    putInt(bytes, 76, SegmentFormat.crc(crc, bytes, FRAME_HEADER_BYTES, length));
    Arrays.fill(bytes, 80, 92, (byte) 0);
    putLong(bytes, position, END_MARK);
    putInt(bytes, 72, SegmentFormat.zeroBlocks(bytes, 0, frameBytes(), start));
    putInt(bytes, 92, SegmentFormat.crc(crc, bytes, 0, 92));
    return Xxh64.hash(bytes, 0, position);
  }

  /** The stamped frame: bytes 0 to {@link #frameBytes}. */
  byte[] array() {
    return bytes;
  }

  private void room(int more) {
    long needed = (long) position + more + END_MARK_BYTES;
    if (needed > bytes.length) {
      if (needed - FRAME_HEADER_BYTES > MAX_PAYLOAD_BYTES) {
        throw new IllegalArgumentException(
            "group too large for one frame: bytes=" + needed + " limit=" + MAX_PAYLOAD_BYTES);
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, needed * 2));
    }
  }
}
