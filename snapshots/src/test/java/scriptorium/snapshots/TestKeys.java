package scriptorium.snapshots;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import scriptorium.keys.Protection;
import scriptorium.keys.StoreKeys;

/** Keys of tests, each as many equal bytes; salts are counted. */
final class TestKeys implements StoreKeys {
  private final Map<String, Byte> keys = new HashMap<>();
  private final AtomicInteger salts = new AtomicInteger();

  /** Adds or replaces a key. */
  TestKeys with(String keyId, int value) {
    keys.put(keyId, (byte) value);
    return this;
  }

  @Override
  public Optional<byte[]> find(String keyId) {
    return Optional.ofNullable(keys.get(keyId)).map(TestKeys::bytes);
  }

  private static byte[] bytes(byte value) {
    byte[] bytes = new byte[KEY_BYTES];
    Arrays.fill(bytes, value);
    return bytes;
  }

  /** Demands protection; empty ids for none. */
  Protection protection(String signWith, String encryptWith) {
    return new Protection(
        Optional.of(signWith).filter(id -> !id.isEmpty()),
        Optional.of(encryptWith).filter(id -> !id.isEmpty()),
        false,
        this,
        () -> Arrays.copyOf(new byte[] {(byte) salts.incrementAndGet()}, 32));
  }
}
