package scriptorium.persistence.segment;

import java.util.Optional;
import scriptorium.keys.Protection;

/**
 * How a log lays out its files.
 *
 * @param firstSegmentBytes size of an epoch's first segment; each further one is twice as large
 * @param maxSegmentBytes up to this size; a larger frame gets a segment of its own
 * @param lock how the folder is held
 * @param coherentFileSystem the user vouches that what one process does to a file another sees at
 *     once; without it a shared folder must be on a local file system
 * @param protection by which key new segments are encrypted or signed, and where old ones' keys are
 */
public record SegmentLogSettings(
    long firstSegmentBytes,
    long maxSegmentBytes,
    LockMode lock,
    boolean coherentFileSystem,
    Protection protection) {
  static final long MIN_SEGMENT_BYTES = 4 << 10;
  static final long MAX_SEGMENT_BYTES = 1 << 30;

  public SegmentLogSettings {
    if (firstSegmentBytes < MIN_SEGMENT_BYTES
        || maxSegmentBytes < firstSegmentBytes
        || maxSegmentBytes > MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "segment sizes out of range: first=%d max=%d, allowed %d <= first <= max <= %d"
              .formatted(firstSegmentBytes, maxSegmentBytes, MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES));
    }
    checkProtection(protection);
  }

  private static void checkProtection(Protection protection) {
    Optional<String> keyId = protection.encryptWith().or(protection::signWith);
    if (protection.encryptWith().isPresent() && protection.signWith().isPresent()) {
      throw new IllegalArgumentException(
          "a journal is either encrypted or signed: encrypt-with=%s sign-with=%s; what is encrypted cannot be altered either, leave sign-with empty"
              .formatted(protection.encryptWith().get(), protection.signWith().get()));
    }
    if (keyId.isPresent() && keyId.get().length() > SealMark.MAX_KEY_ID_BYTES) {
      throw new IllegalArgumentException(
          "key id too long for a journal: keyId=%s characters=%d limit=%d"
              .formatted(keyId.get(), keyId.get().length(), SealMark.MAX_KEY_ID_BYTES));
    }
  }

  /** Of unprotected segments. */
  public SegmentLogSettings(
      long firstSegmentBytes, long maxSegmentBytes, LockMode lock, boolean coherentFileSystem) {
    this(firstSegmentBytes, maxSegmentBytes, lock, coherentFileSystem, Protection.NONE);
  }

  public SegmentLogSettings(long firstSegmentBytes, long maxSegmentBytes, LockMode lock) {
    this(firstSegmentBytes, maxSegmentBytes, lock, false);
  }

  /** 64 KiB doubling to 64 MiB. */
  public static SegmentLogSettings standard(LockMode lock) {
    return new SegmentLogSettings(64 << 10, 64 << 20, lock);
  }

  /** The same with another protection of new segments, and keys for old ones. */
  public SegmentLogSettings protectedBy(Protection other) {
    return new SegmentLogSettings(
        firstSegmentBytes, maxSegmentBytes, lock, coherentFileSystem, other);
  }

  long segmentBytes(long index) {
    long bytes = firstSegmentBytes;
    for (long i = 0; i < index && bytes < maxSegmentBytes; i++) {
      bytes *= 2;
    }
    return Math.min(bytes, maxSegmentBytes);
  }
}
