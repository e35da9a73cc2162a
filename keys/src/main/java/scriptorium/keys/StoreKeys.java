package scriptorium.keys;

import java.util.Optional;

/**
 * Where the keys that protect snapshots and journals come from: a configuration, a key service, a
 * test.
 *
 * <p>Asked when a snapshot is begun and when one is read, and when a journal is opened or read,
 * never in between. Called from any thread; may block. Old keys stay findable for as long as
 * anything made with them is kept: that is how keys are rotated.
 */
@FunctionalInterface
public interface StoreKeys {
  /** Bytes of a key. */
  int KEY_BYTES = 32;

  /** Knows no key. */
  StoreKeys NONE = keyId -> Optional.empty();

  /**
   * Returns a key's {@value #KEY_BYTES} bytes in an array of the caller's own, who overwrites it
   * after use; empty if no key of this id is known.
   */
  Optional<byte[]> find(String keyId);
}
