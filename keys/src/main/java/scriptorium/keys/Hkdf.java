package scriptorium.keys;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keys made of one key: HKDF with HMAC-SHA-256 (RFC 5869). A salt of its own for each thing that is
 * protected and a purpose for each use make every derived key another one, so that no nonce is ever
 * used twice with the same key.
 */
public final class Hkdf {
  private static final String HMAC = "HmacSHA256";
  private static final int BLOCK_BYTES = 32;
  private static final int LONGEST = 255 * BLOCK_BYTES;

  private Hkdf() {}

  /** Returns {@code length} bytes, the same for the same arguments. */
  public static byte[] derive(byte[] key, byte[] salt, String purpose, int length) {
    return derive(key, salt, purpose.getBytes(StandardCharsets.US_ASCII), length);
  }

  /** Returns {@code length} bytes, the same for the same arguments. */
  public static byte[] derive(byte[] key, byte[] salt, byte[] info, int length) {
    if (length < 1 || length > LONGEST) {
      throw new IllegalArgumentException("length=" + length + " expected 1 to " + LONGEST);
    }
    // An absent salt is as many zeros; the JDK refuses an empty key.
    byte[] extracted = hmac(salt.length == 0 ? new byte[BLOCK_BYTES] : salt, key);
    byte[] derived = new byte[length];
    byte[] block = new byte[0];
    for (int at = 0, counter = 1; at < length; at += BLOCK_BYTES, counter++) {
      byte[] input = Arrays.copyOf(block, block.length + info.length + 1);
      System.arraycopy(info, 0, input, block.length, info.length);
      input[input.length - 1] = (byte) counter;
      Arrays.fill(block, (byte) 0);
      block = hmac(extracted, input);
      System.arraycopy(block, 0, derived, at, Math.min(BLOCK_BYTES, length - at));
    }
    Arrays.fill(block, (byte) 0);
    Arrays.fill(extracted, (byte) 0);
    return derived;
  }

  private static byte[] hmac(byte[] key, byte[] bytes) {
    return hmac(key, bytes, 0, bytes.length);
  }

  /** HMAC-SHA-256. */
  public static byte[] hmac(byte[] key, byte[] bytes, int offset, int length) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      mac.update(bytes, offset, length);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }
}
