package scriptorium.persistence.segment;

/**
 * How a segment is protected, as its header says.
 *
 * @param mode what its frames are
 * @param keyId the configured key that its own keys are derived from; empty for an open one
 */
public record SegmentProtection(Mode mode, String keyId) {
  static final SegmentProtection NONE = new SegmentProtection(Mode.OPEN, "");

  /** The codes are the flags on disk. */
  public enum Mode {
    /** Readable and alterable by whoever can reach the file. */
    OPEN(0),
    /** Unreadable without its key, and nobody without it can alter or move a frame. */
    ENCRYPTED(1),
    /** Readable, but nobody without its key can alter or move a frame. */
    SIGNED(2);

    private final int flags;

    Mode(int flags) {
      this.flags = flags;
    }

    int flags() {
      return flags;
    }
  }

  /** Whether it is encrypted or signed. */
  public boolean isProtected() {
    return mode != Mode.OPEN;
  }

  /** For messages. */
  @Override
  public String toString() {
    return switch (mode) {
      case OPEN -> "unprotected";
      case ENCRYPTED -> "encrypted keyId=" + keyId;
      case SIGNED -> "signed keyId=" + keyId;
    };
  }
}
