package scriptorium.persistence.segment;

/** Protects payloads by one segment's key. Belongs to one thread. */
interface FrameCipher {
  /** What it adds behind each payload. */
  int TAG_BYTES = 16;

  /**
   * Puts the payload and its tag into an empty group.
   *
   * @param frameCounter another one each time
   * @param associated what the tag proves besides
   */
  void seal(long frameCounter, byte[] associated, EventGroup plain, EventGroup sealed);

  /**
   * Lets the frame show its payload without protection.
   *
   * @return false, and shows nothing of it, when the tag is not right
   */
  boolean open(long frameCounter, byte[] associated, FrameView frame);
}
