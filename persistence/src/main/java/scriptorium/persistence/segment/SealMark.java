package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.intAt;
import static scriptorium.persistence.segment.SegmentFormat.putInt;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import scriptorium.keys.Protection;

/** What the header of a segment says of its protection: mode, salt, key id. A value. */
final class SealMark {
  static final SealMark NONE = new SealMark(SegmentProtection.NONE, new byte[0]);

  static final int SALT_BYTES = 16;

  /** A key id has its place in the header and may not be longer. */
  static final int MAX_KEY_ID_BYTES = 16;

  private static final int FLAGS_AT = 16;
  private static final int SALT_AT = 80;
  private static final int KEY_ID_AT = SALT_AT + SALT_BYTES;

  /** The header's own tag goes over all bytes before it. */
  static final int TAG_AT = KEY_ID_AT + MAX_KEY_ID_BYTES;

  static final int TAG_BYTES = 12;

  private final SegmentProtection protection;
  private final byte[] salt;

  SealMark(SegmentProtection protection, byte[] salt) {
    this.protection = protection;
    this.salt = salt.clone();
  }

  SegmentProtection protection() {
    return protection;
  }

  byte[] salt() {
    return salt.clone();
  }

  void putTo(byte[] header) {
    putInt(header, FLAGS_AT, protection.mode().flags());
    byte[] id = protection.keyId().getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(salt, 0, header, SALT_AT, salt.length);
    System.arraycopy(id, 0, header, KEY_ID_AT, id.length);
  }

  /**
   * @throws UnsupportedSegmentException when this program does not know how it is protected
   */
  static SealMark of(byte[] header) {
    int flags = intAt(header, FLAGS_AT);
    if (flags == 0 && SegmentFormat.isZero(header, SALT_AT, TAG_AT + TAG_BYTES)) {
      return NONE;
    }
    for (SegmentProtection.Mode mode : SegmentProtection.Mode.values()) {
      if (mode.flags() == flags && mode != SegmentProtection.Mode.OPEN) {
        return new SealMark(
            new SegmentProtection(mode, keyId(header)),
            Arrays.copyOfRange(header, SALT_AT, SALT_AT + SALT_BYTES));
      }
    }
    throw new UnsupportedSegmentException(
        "segment protected in a way not known here: flags="
            + flags
            + "; use the program version that wrote it");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SealMark mark
        && protection.equals(mark.protection)
        && Arrays.equals(salt, mark.salt);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(salt);
  }

  private static String keyId(byte[] header) {
    int end = KEY_ID_AT;
    while (end < TAG_AT && header[end] != 0) {
      end++;
    }
    String id = new String(header, KEY_ID_AT, end - KEY_ID_AT, StandardCharsets.US_ASCII);
    try {
      Protection.checkKeyId(id);
      return id;
    } catch (IllegalArgumentException e) {
      throw new UnsupportedSegmentException(
          "segment whose header names no key: "
              + e.getMessage()
              + "; use the program version that wrote it");
    }
  }
}
