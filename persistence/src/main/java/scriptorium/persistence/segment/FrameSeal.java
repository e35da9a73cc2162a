package scriptorium.persistence.segment;

/**
 * How the frames of one segment are protected: the one seam between the log and its keys. What is
 * stored is an ordinary frame, whose checksum, zero blocks and hash are of the protected bytes, so
 * that the rules of chain and torn tails hold without a key. Belongs to one thread.
 */
interface FrameSeal {
  /** Protects nothing. */
  FrameSeal NONE = new Open();

  /** What the segment's header says of it. */
  SealMark mark();

  /** Puts the header's own tag, the header being complete but for it and the checksum. */
  void tagHeader(byte[] header);

  /** Bytes it adds to a payload. */
  int addedBytes();

  /**
   * Whether a frame of this counter was ever sealed here, whatever became of it: then no other may
   * be, in this segment.
   */
  boolean hasSealed(long frameCounter);

  /**
   * The group as it is stored: itself, or one that holds until the next call.
   *
   * @param start offset of the frame in the segment
   */
  EventGroup seal(EventGroup group, FrameHead head, long start);

  /**
   * Proves a stored frame whose checksum is right, and lets the view show what it holds.
   *
   * @return false when it was altered, moved or forged
   */
  boolean open(FrameView frame, long start);

  /** Frames as they are. */
  final class Open implements FrameSeal {
    private Open() {}

    @Override
    public SealMark mark() {
      return SealMark.NONE;
    }

    @Override
    public void tagHeader(byte[] header) {}

    @Override
    public int addedBytes() {
      return 0;
    }

    @Override
    public boolean hasSealed(long frameCounter) {
      return false;
    }

    @Override
    public EventGroup seal(EventGroup group, FrameHead head, long start) {
      return group;
    }

    @Override
    public boolean open(FrameView frame, long start) {
      return true;
    }
  }
}
