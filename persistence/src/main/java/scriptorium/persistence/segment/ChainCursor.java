package scriptorium.persistence.segment;

/** How far the frames of one epoch were followed, and whether the next one follows. */
final class ChainCursor {
  private final long epoch;
  private long frames;
  private long number;
  private long hash;

  /**
   * @param frames counter the next frame must have
   * @param number the last number given out so far
   * @param hash running hash so far
   */
  ChainCursor(long epoch, long frames, long number, long hash) {
    this.epoch = epoch;
    this.frames = frames;
    this.number = number;
    this.hash = hash;
  }

  /** Before the first frame of a segment. */
  static ChainCursor before(SegmentHeader header) {
    return new ChainCursor(
        header.name().epoch(), header.frameCount(), header.nextNumber() - 1, header.chainHash());
  }

  /** Before a frame whose predecessors are not looked at: what it says of them is believed. */
  static ChainCursor before(FrameView frame) {
    return new ChainCursor(
        frame.epoch(), frame.frameCounter(), frame.firstNumber() - 1, frame.previousHash());
  }

  /**
   * @throws UnsupportedSegmentException when this program does not know its kind
   */
  boolean follows(FrameView frame) {
    boolean opens = frame.kind() == FrameKind.OPENING;
    return frame.epoch() == epoch
        && frame.frameCounter() == frames
        && frame.previousHash() == hash
        && frame.firstNumber() == number + 1
        && opens == (frames == 0);
  }

  void pass(FrameView frame) {
    frames++;
    number += frame.count();
    hash = frame.hashAfter();
  }

  long frames() {
    return frames;
  }

  long number() {
    return number;
  }

  long hash() {
    return hash;
  }
}
