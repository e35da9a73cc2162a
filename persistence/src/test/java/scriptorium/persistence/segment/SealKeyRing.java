package scriptorium.persistence.segment;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import scriptorium.keys.Protection;
import scriptorium.keys.StoreKeys;

/** Keys of tests, each as many equal bytes; salts are counted. */
final class SealKeyRing implements StoreKeys {
  private final Map<String, Byte> keys = new HashMap<>();
  private final AtomicInteger salts = new AtomicInteger();

  static SealKeyRing of(String keyId, int value) {
    return new SealKeyRing().with(keyId, value);
  }

  /** Adds or replaces a key. */
  SealKeyRing with(String keyId, int value) {
    keys.put(keyId, (byte) value);
    return this;
  }

  @Override
  public Optional<byte[]> find(String keyId) {
    return Optional.ofNullable(keys.get(keyId))
        .map(
            value -> {
              byte[] key = new byte[KEY_BYTES];
              Arrays.fill(key, value);
              return key;
            });
  }

  Protection encrypting(String keyId) {
    return protection(Optional.empty(), Optional.of(keyId), false);
  }

  Protection signing(String keyId) {
    return protection(Optional.of(keyId), Optional.empty(), false);
  }

  /** Of new segments none, of old ones these keys. */
  Protection reading() {
    return protection(Optional.empty(), Optional.empty(), false);
  }

  /** Encrypts, and reads what is not protected too. */
  Protection encryptingFromNowOn(String keyId) {
    return protection(Optional.empty(), Optional.of(keyId), true);
  }

  private Protection protection(
      Optional<String> signWith, Optional<String> encryptWith, boolean acceptUnprotected) {
    return new Protection(
        signWith,
        encryptWith,
        acceptUnprotected,
        this,
        () -> ByteBuffer.allocate(32).putInt(0x5A17).putInt(salts.incrementAndGet()).array());
  }
}
