package scriptorium.snapshots;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * How new snapshots are protected, and what is needed to read old ones.
 *
 * <p>A <em>signed</em> snapshot carries an HMAC over its manifest, and so over all chunks by their
 * checksums: whoever cannot make it can neither alter nor forge a snapshot. An <em>encrypted</em>
 * one is unreadable without its key besides. Both together let a holder of the signing key alone
 * check where a snapshot comes from.
 *
 * @param signWith id of the key that signs new snapshots; empty for none
 * @param encryptWith id of the key that encrypts new snapshots; empty for none
 * @param acceptUnprotected whether a snapshot that is neither signed nor encrypted is read although
 *     new ones are to be: needed until the last one from before is gone, and no longer
 * @param keys finds the keys of new and of old snapshots
 * @param salts gives {@value #SALT_BYTES} unpredictable bytes, others each time
 */
public record SnapshotProtection(
    Optional<String> signWith,
    Optional<String> encryptWith,
    boolean acceptUnprotected,
    SnapshotKeys keys,
    Supplier<byte[]> salts) {

  /** Bytes of a salt, drawn once a snapshot. */
  public static final int SALT_BYTES = 32;

  /** Neither signs nor encrypts, reads what is neither. */
  public static final SnapshotProtection NONE =
      new SnapshotProtection(
          Optional.empty(),
          Optional.empty(),
          true,
          SnapshotKeys.NONE,
          () -> {
            throw new IllegalStateException("no snapshot is to be protected");
          });

  public SnapshotProtection {
    signWith.ifPresent(SnapshotProtection::checkKeyId);
    encryptWith.ifPresent(SnapshotProtection::checkKeyId);
  }

  /** Refuses a key id that a message or a manifest could not carry as it is. */
  public static void checkKeyId(String keyId) {
    if (!keyId.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,63}")) {
      throw new IllegalArgumentException(
          "key id: expected 1 to 64 letters, digits, '_', '-', found keyId=" + keyId);
    }
  }

  /** Whether a snapshot must be signed or encrypted to be read. */
  boolean isDemanded() {
    return !acceptUnprotected && (signWith.isPresent() || encryptWith.isPresent());
  }

  @Override
  public String toString() {
    return "SnapshotProtection[signWith=%s, encryptWith=%s, acceptUnprotected=%s]"
        .formatted(signWith.orElse(""), encryptWith.orElse(""), acceptUnprotected);
  }
}
