package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.FRAME_MAGIC;
import static scriptorium.persistence.segment.SegmentFormat.SEGMENT_HEADER_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.putInt;
import static scriptorium.persistence.segment.SegmentFormat.putLong;

/**
 * What a frame's header says before its payload is known: kind, numbers, place in the chain.
 *
 * @param count events in it
 * @param previous the chain before it, in its own epoch where there is a frame of it
 */
record FrameHead(FrameKind kind, int count, long epoch, long frameCounter, ChainEnd previous) {
  /** Up to here the header says nothing of the stored payload but its length. */
  static final int BYTES = 72;

  static final int COUNTER_AT = 40;

  void putTo(byte[] bytes, int payloadBytes) {
    putInt(bytes, 0, FRAME_MAGIC);
    putInt(bytes, 4, kind.code());
    putInt(bytes, 8, payloadBytes);
    putInt(bytes, 12, count);
    putLong(bytes, 16, epoch);
    putLong(bytes, 24, previous.number() + 1);
    putLong(bytes, 32, previous.hash());
    putLong(bytes, COUNTER_AT, frameCounter);
    boolean own = previous.epoch() == epoch;
    putLong(bytes, 48, previous.number());
    putLong(bytes, 56, own ? previous.segment() : 0);
    putLong(bytes, 64, own ? previous.offset() : SEGMENT_HEADER_BYTES);
  }
}
