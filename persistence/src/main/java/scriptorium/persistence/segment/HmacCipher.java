package scriptorium.persistence.segment;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The payload as it is, and the first half of an HMAC-SHA-256 behind it. */
final class HmacCipher implements FrameCipher {
  private static final String HMAC = "HmacSHA256";

  private final Mac mac;

  HmacCipher(byte[] key) {
    try {
      mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }

  @Override
  public void seal(long frameCounter, byte[] associated, EventGroup group, EventGroup sealed) {
    int[] at = {sealed.extend(group.payloadBytes() + TAG_BYTES)};
    byte[] to = sealed.array();
    mac.update(associated);
    group.payload(
        (array, offset, length) -> {
          mac.update(array, offset, length);
          System.arraycopy(array, offset, to, at[0], length);
          at[0] += length;
        });
    System.arraycopy(mac.doFinal(), 0, to, at[0], TAG_BYTES);
  }

  @Override
  public boolean open(long frameCounter, byte[] associated, FrameView frame) {
    int length = frame.payloadBytes() - TAG_BYTES;
    int tagAt = frame.payloadOffset() + length;
    mac.update(associated);
    mac.update(frame.array(), frame.payloadOffset(), length);
    byte[] tag = Arrays.copyOf(mac.doFinal(), TAG_BYTES);
    if (!MessageDigest.isEqual(tag, Arrays.copyOfRange(frame.array(), tagAt, tagAt + TAG_BYTES))) {
      return false;
    }
    frame.showPayload(frame.array(), frame.payloadOffset(), length);
    return true;
  }
}
