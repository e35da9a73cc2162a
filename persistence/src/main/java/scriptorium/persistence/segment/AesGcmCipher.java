package scriptorium.persistence.segment;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-256-GCM; the nonce is the frame counter. */
final class AesGcmCipher implements FrameCipher {
  private static final int NONCE_BYTES = 12;
  private static final int KEPT_BYTES = 4 << 20;

  private final SecretKeySpec key;
  private final Cipher cipher;
  private byte[] plain = new byte[0];

  AesGcmCipher(byte[] key) {
    this.key = new SecretKeySpec(key, "AES");
    try {
      this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  private static IllegalStateException missing(GeneralSecurityException e) {
    return new IllegalStateException("every Java platform has AES/GCM/NoPadding", e);
  }

  private void begin(int mode, long frameCounter, byte[] associated)
      throws GeneralSecurityException {
    byte[] nonce = ByteBuffer.allocate(NONCE_BYTES).putInt(0).putLong(frameCounter).array();
    cipher.init(mode, key, new GCMParameterSpec(8 * TAG_BYTES, nonce));
    cipher.updateAAD(associated);
  }

  @Override
  public void seal(long frameCounter, byte[] associated, EventGroup group, EventGroup sealed) {
    int[] at = {sealed.extend(group.payloadBytes() + TAG_BYTES)};
    byte[] to = sealed.array();
    try {
      begin(Cipher.ENCRYPT_MODE, frameCounter, associated);
      group.<GeneralSecurityException>payload(
          (array, offset, length) -> at[0] += cipher.update(array, offset, length, to, at[0]));
      cipher.doFinal(to, at[0]);
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  @Override
  public boolean open(long frameCounter, byte[] associated, FrameView frame) {
    int length = frame.payloadBytes() - TAG_BYTES;
    if (length > plain.length || plain.length > KEPT_BYTES) {
      plain = new byte[0]; // the old array goes before the new one comes
      plain = new byte[length];
    }
    try {
      begin(Cipher.DECRYPT_MODE, frameCounter, associated);
      cipher.doFinal(frame.array(), frame.payloadOffset(), frame.payloadBytes(), plain, 0);
    } catch (AEADBadTagException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
    frame.showPayload(plain, 0, length);
    return true;
  }
}
