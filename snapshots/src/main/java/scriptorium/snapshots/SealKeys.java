package scriptorium.snapshots;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import scriptorium.keys.Hkdf;
import scriptorium.keys.StoreKeys;

/**
 * The keys of one snapshot, derived from the configured ones by its salt, and what is done with
 * them. The configured keys are not kept. Immutable; safe for use by several threads.
 *
 * <p>Invariant: a chunk's nonce is its index, and each index is sealed once: the chunk key belongs
 * to a salt that is drawn anew for each snapshot, also for one that is tried again.
 */
final class SealKeys {
  /** What a seal adds to a chunk. */
  static final int TAG_BYTES = 16;

  /** Bytes by which a key is told from another one without giving it away. */
  static final int CHECK_BYTES = 16;

  private static final int NONCE_BYTES = 12;
  private static final String PURPOSE = "scriptorium snapshot ";

  private final byte @Nullable [] signing;
  private final @Nullable SecretKeySpec chunks;
  private final @Nullable SecretKeySpec contents;

  /**
   * @param signing the configured signing key, {@code null} for none
   * @param encryption the configured encryption key, {@code null} for none
   */
  SealKeys(byte[] salt, byte @Nullable [] signing, byte @Nullable [] encryption) {
    this.signing =
        signing == null
            ? null
            : Hkdf.derive(signing, salt, PURPOSE + "signature", StoreKeys.KEY_BYTES);
    this.chunks = encryption == null ? null : aes(encryption, salt, "chunks");
    this.contents = encryption == null ? null : aes(encryption, salt, "contents");
  }

  private static SecretKeySpec aes(byte[] key, byte[] salt, String purpose) {
    byte[] derived = Hkdf.derive(key, salt, PURPOSE + purpose, StoreKeys.KEY_BYTES);
    try {
      return new SecretKeySpec(derived, "AES");
    } finally {
      Arrays.fill(derived, (byte) 0);
    }
  }

  /** Bytes that tell whether a key is the one a snapshot was made with. */
  static byte[] check(byte[] key, byte[] salt) {
    return Hkdf.derive(key, salt, PURPOSE + "key check", CHECK_BYTES);
  }

  boolean encrypts() {
    return chunks != null;
  }

  boolean signs() {
    return signing != null;
  }

  /** The HMAC of the first {@code length} bytes. */
  byte[] sign(byte[] bytes, int length) {
    if (signing == null) {
      throw new IllegalStateException("no signing key");
    }
    return Hkdf.hmac(signing, bytes, 0, length);
  }

  byte[] sealChunk(int index, byte[] associated, byte[] plain, int length) {
    return seal(required(chunks), index, associated, plain, length);
  }

  byte[] openChunk(int index, byte[] associated, byte[] sealed) throws AEADBadTagException {
    return open(required(chunks), index, associated, sealed);
  }

  byte[] sealContents(byte[] associated, byte[] plain) {
    return seal(required(contents), 0, associated, plain, plain.length);
  }

  byte[] openContents(byte[] associated, byte[] sealed) throws AEADBadTagException {
    return open(required(contents), 0, associated, sealed);
  }

  private static SecretKeySpec required(@Nullable SecretKeySpec key) {
    if (key == null) {
      throw new IllegalStateException("no encryption key");
    }
    return key;
  }

  private static byte[] seal(
      SecretKeySpec key, long nonce, byte[] associated, byte[] plain, int length) {
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce);
      cipher.updateAAD(associated);
      return cipher.doFinal(plain, 0, length);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES/GCM/NoPadding", e);
    }
  }

  /** Gives nothing out before the tag has been checked: the cipher holds all of it until then. */
  private static byte[] open(SecretKeySpec key, long nonce, byte[] associated, byte[] sealed)
      throws AEADBadTagException {
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce);
      cipher.updateAAD(associated);
      return cipher.doFinal(sealed);
    } catch (AEADBadTagException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES/GCM/NoPadding", e);
    }
  }

  private static Cipher cipher(int mode, SecretKeySpec key, long nonce)
      throws GeneralSecurityException {
    byte[] bytes = ByteBuffer.allocate(NONCE_BYTES).putInt(0).putLong(nonce).array();
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(8 * TAG_BYTES, bytes));
    return cipher;
  }
}
