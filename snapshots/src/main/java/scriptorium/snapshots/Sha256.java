package scriptorium.snapshots;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of chunks and manifests, in lower-case hexadecimal. */
final class Sha256 {
  static final int BYTES = 32;
  private static final HexFormat HEX = HexFormat.of();

  private Sha256() {}

  static String of(byte[] bytes) {
    return HEX.formatHex(of(bytes, 0, bytes.length));
  }

  static byte[] of(byte[] bytes, int offset, int length) {
    MessageDigest digest = newDigest();
    digest.update(bytes, offset, length);
    return digest.digest();
  }

  static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
