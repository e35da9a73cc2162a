package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.END_MARK;
import static scriptorium.persistence.segment.SegmentFormat.END_MARK_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.FRAME_HEADER_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.MAX_PAYLOAD_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.putInt;
import static scriptorium.persistence.segment.SegmentFormat.putLong;
import static scriptorium.persistence.segment.SegmentFormat.putShort;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Events on their way into one frame: encoded into one reused array, stamped with their place when
 * they are written, so that nothing is copied twice. Large arrays are not copied at all: they are
 * written from where they are, and must stay as they are until {@link #begin} is called again. Not
 * thread-safe; hand it over as a whole.
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
  private static final int LARGE_BYTES = 64 << 10;

  /** An array that belongs between what is before and what is behind a place in the own one. */
  @SuppressWarnings("ArrayRecordComponent") // held, never compared
  private record Large(int place, byte[] bytes) {}

  interface Pieces<E extends Exception> {
    void piece(byte[] array, int offset, int length) throws E;
  }

  private final CRC32C crc = new CRC32C();
  private final List<Large> large = new ArrayList<>();
  private int largeBytes;
  private int largeBytesBefore;
  private byte[] bytes = new byte[FIRST_BYTES];
  private int position = FRAME_HEADER_BYTES;
  private int eventStart = -1;
  private int count;
  private FrameKind kind = FrameKind.EVENTS;

  /** Empties it for a new group, and lets go of all large arrays. */
  public void begin() {
    begin(FrameKind.EVENTS);
  }

  void begin(FrameKind newKind) {
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    large.clear();
    largeBytes = 0;
    kind = newKind;
    position = FRAME_HEADER_BYTES;
    eventStart = -1;
    count = 0;
  }

  /** Empties it for what is stored of another group: same kind, same count. */
  void begin(EventGroup other) {
    begin(other.kind);
    count = other.count;
  }

  /** Makes room for bytes that are put into {@link #array} directly; where they go. */
  int extend(int length) {
    int place = position;
    enlarge(length);
    position += length;
    return place;
  }

  /** Begins the next event; its bytes are put until {@link #endEvent}. */
  public void beginEvent() {
    if (eventStart >= 0) {
      throw new IllegalStateException("the event before was not ended");
    }
    eventStart = position;
    largeBytesBefore = largeBytes;
    room(4);
    position += 4;
  }

  /** Ends the event. */
  public void endEvent() {
    putInt(bytes, eventStart, position - eventStart - 4 + largeBytes - largeBytesBefore);
    eventStart = -1;
    count++;
  }

  /** Forgets everything from the {@code keptEvents}-th event on; {@code mark} is its place. */
  public void cutBack(int mark, int keptEvents) {
    position = mark;
    large.removeIf(piece -> piece.place() > mark);
    largeBytes = large.stream().mapToInt(piece -> piece.bytes().length).sum();
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
    return position + largeBytes + END_MARK_BYTES;
  }

  int payloadBytes() {
    return position - FRAME_HEADER_BYTES + largeBytes;
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
    if (value.length >= LARGE_BYTES) {
      checkFrame(value.length);
      large.add(new Large(position, value));
      largeBytes += value.length;
      return;
    }
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
    new FrameHead(kind, count, epoch, frameCounter, previous).putTo(bytes, length);
    putInt(bytes, 76, payloadCrc());
    Arrays.fill(bytes, 80, 92, (byte) 0);
    putLong(bytes, position, END_MARK);
    ZeroBlocks zeroBlocks = new ZeroBlocks(start);
    pieces(0, END_MARK_BYTES, zeroBlocks::update);
    putInt(bytes, 72, zeroBlocks.count());
    putInt(bytes, 92, SegmentFormat.crc(crc, bytes, 0, 92));
    Xxh64 hash = new Xxh64();
    pieces(0, 0, hash::update);
    return hash.value();
  }

  private int payloadCrc() {
    crc.reset();
    pieces(FRAME_HEADER_BYTES, 0, crc::update);
    return (int) crc.getValue();
  }

  /** Writes the stamped frame. */
  void writeTo(LogFile file, long start) throws IOException {
    long[] at = {start};
    this.<IOException>pieces(
        0,
        END_MARK_BYTES,
        (array, offset, length) -> {
          file.write(ByteBuffer.wrap(array, offset, length), at[0]);
          at[0] += length;
        });
  }

  /** The payload in order. */
  <E extends Exception> void payload(Pieces<E> consumer) throws E {
    pieces(FRAME_HEADER_BYTES, 0, consumer);
  }

  /**
   * The frame in order, from a place in its header on, to {@code more} bytes behind its payload.
   */
  private <E extends Exception> void pieces(int from, int more, Pieces<E> consumer) throws E {
    int at = from;
    for (Large piece : large) {
      consumer.piece(bytes, at, piece.place() - at);
      consumer.piece(piece.bytes(), 0, piece.bytes().length);
      at = piece.place();
    }
    consumer.piece(bytes, at, position + more - at);
  }

  /** The frame, bytes 0 to {@link #frameBytes} once stamped, where nothing large is in it. */
  byte[] array() {
    return bytes;
  }

  private void room(int more) {
    checkFrame(more);
    enlarge(more);
  }

  private void enlarge(int more) {
    long needed = (long) position + more + END_MARK_BYTES;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, needed * 2));
    }
  }

  private void checkFrame(int more) {
    long payload = (long) payloadBytes() + more + FrameCipher.TAG_BYTES;
    if (payload > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "group too large for one frame: bytes=" + payload + " limit=" + MAX_PAYLOAD_BYTES);
    }
  }
}
