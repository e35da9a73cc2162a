package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.FRAME_HEADER_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.intAt;
import static scriptorium.persistence.segment.SegmentFormat.longAt;

import java.util.zip.CRC32C;

/**
 * One frame as it lies in a reader's array. Reused for each frame: what it shows, the bytes
 * included, holds only until the next one is read.
 */
public final class FrameView {
  /** Bytes of a frame before its payload. */
  public static final int HEADER_BYTES = FRAME_HEADER_BYTES;

  private final CRC32C crc = new CRC32C();
  private byte[] bytes = new byte[0];
  private int at;
  private byte[] payload = bytes;
  private int payloadAt;
  private int payloadLength;

  /** Points at bytes that start with a whole frame header. */
  void point(byte[] array, int offset) {
    bytes = array;
    at = offset;
    showPayload(array, offset + FRAME_HEADER_BYTES, intAt(array, offset + 8));
  }

  /** What was stored is proved and open: this is what it holds. */
  void showPayload(byte[] array, int offset, int length) {
    payload = array;
    payloadAt = offset;
    payloadLength = length;
  }

  /** Magic, checksum and declared length of the header are right. */
  boolean headerIsRight() {
    return intAt(bytes, at) == SegmentFormat.FRAME_MAGIC
        && intAt(bytes, at + 92) == SegmentFormat.crc(crc, bytes, at, 92)
        && storedBytes() >= 0
        && storedBytes() <= SegmentFormat.MAX_PAYLOAD_BYTES;
  }

  /** The whole frame being in the array: payload checksum and end mark are right. */
  boolean payloadIsRight() {
    return longAt(bytes, at + FRAME_HEADER_BYTES + storedBytes()) == SegmentFormat.END_MARK
        && intAt(bytes, at + 76)
            == SegmentFormat.crc(crc, bytes, at + FRAME_HEADER_BYTES, storedBytes());
  }

  /** What the header says of the stored bytes, and leaves empty, is as a writer makes it. */
  boolean isStampedFor(long fileOffset) {
    return SegmentFormat.zeroBlocks(bytes, at, wholeBytes(), fileOffset) == intAt(bytes, at + 72)
        && SegmentFormat.isZero(bytes, at + 80, at + 92);
  }

  /** The whole frame being in the array and wrong: it was never completely written. */
  boolean isTorn(long fileOffset) {
    int whole = wholeBytes();
    return bytes[at + whole - 1] == 0
        || SegmentFormat.zeroBlocks(bytes, at, whole, fileOffset) > intAt(bytes, at + 72);
  }

  /** Header, payload as it is stored, and end mark. */
  public int wholeBytes() {
    return FRAME_HEADER_BYTES + storedBytes() + SegmentFormat.END_MARK_BYTES;
  }

  long hashAfter() {
    return Xxh64.hash(bytes, at, FRAME_HEADER_BYTES + storedBytes());
  }

  /** The array the frame's header lies in, from {@link #headerOffset} on. */
  byte[] header() {
    return bytes;
  }

  int headerOffset() {
    return at;
  }

  /** Bytes of the payload as it is stored: with what protects it. */
  int storedBytes() {
    return intAt(bytes, at + 8);
  }

  /**
   * @throws UnsupportedSegmentException when this program does not know the kind
   */
  public FrameKind kind() {
    FrameKind kind = FrameKind.of(intAt(bytes, at + 4));
    if (kind == null) {
      throw new UnsupportedSegmentException(
          "frame of unknown kind=" + intAt(bytes, at + 4) + "; use the program that wrote it");
    }
    return kind;
  }

  /** Bytes of the payload without what protects it. */
  public int payloadBytes() {
    return payloadLength;
  }

  /** Events in it. */
  public int count() {
    return intAt(bytes, at + 12);
  }

  public long epoch() {
    return longAt(bytes, at + 16);
  }

  /** Of its first event; for a frame without events the number the next one will have. */
  public long firstNumber() {
    return longAt(bytes, at + 24);
  }

  public long previousHash() {
    return longAt(bytes, at + 32);
  }

  public long frameCounter() {
    return longAt(bytes, at + 40);
  }

  /** Highest number that was durable and confirmed when this frame was written. */
  public long durableNumber() {
    return longAt(bytes, at + 48);
  }

  /** The array the payload lies in, from {@link #payloadOffset} on. Do not change it. */
  public byte[] array() {
    return payload;
  }

  public int payloadOffset() {
    return payloadAt;
  }

  /** Whether the payload is as many events as the header says, and nothing else. */
  boolean holdsEvents() {
    int place = payloadOffset();
    for (int i = 0; i < count(); i++) {
      int length = eventLength(place);
      if (length < 0) {
        return false;
      }
      place += 4 + length;
    }
    return count() > 0 && place == payloadOffset() + payloadBytes();
  }

  /** Of the event at a place of the payload; negative where it does not end within it. */
  private int eventLength(int place) {
    int room = payloadOffset() + payloadBytes() - place - 4;
    int length = room >= 0 ? intAt(payload, place) : -1;
    return length > room ? -1 : length;
  }

  /** Receives events of frames. */
  @FunctionalInterface
  public interface EventConsumer {
    /** The bytes lie in {@code array}, which is reused: copy what is kept. */
    void accept(long number, byte[] array, int offset, int length);
  }

  /**
   * Passes on the events with numbers in a range, in order.
   *
   * @throws IllegalArgumentException when the payload, whose checksum was right, is not well formed
   */
  public void events(long fromNumber, long toNumber, EventConsumer consumer) {
    int place = payloadOffset();
    long number = firstNumber();
    for (int i = 0; i < count(); i++, number++) {
      int length = eventLength(place);
      if (length < 0) {
        throw new IllegalArgumentException("event longer than its frame: number=" + number);
      }
      if (number >= fromNumber && number <= toNumber) {
        consumer.accept(number, payload, place + 4, length);
      }
      place += 4 + length;
    }
  }
}
