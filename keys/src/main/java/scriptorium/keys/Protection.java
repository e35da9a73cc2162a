package scriptorium.keys;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * How what is newly written is protected, and what is needed to read what was written before: of
 * snapshots, or of an embedded journal. Below, a thing is a snapshot or a segment of a journal.
 *
 * <p>A <em>signed</em> thing carries HMACs: whoever has not its key can neither alter nor forge it.
 * An <em>encrypted</em> one is unreadable without its key besides. What both together mean, whose
 * settings these are says.
 *
 * @param signWith id of the key that signs new things; empty for none
 * @param encryptWith id of the key that encrypts new things; empty for none
 * @param acceptUnprotected whether a thing that is neither signed nor encrypted is read although
 *     new ones are to be: needed until the last one from before is gone, and no longer
 * @param keys finds the keys of new and of old things
 * @param salts gives {@value #SALT_BYTES} unpredictable bytes, others each time
 */
public record Protection(
    Optional<String> signWith,
    Optional<String> encryptWith,
    boolean acceptUnprotected,
    StoreKeys keys,
    Supplier<byte[]> salts) {

  /** Bytes of a salt, drawn once for each thing that is protected. */
  public static final int SALT_BYTES = 32;

  /** Neither signs nor encrypts, reads what is neither. */
  public static final Protection NONE =
      new Protection(
          Optional.empty(),
          Optional.empty(),
          true,
          StoreKeys.NONE,
          () -> {
            throw new IllegalStateException("nothing is to be protected");
          });

  public Protection {
    signWith.ifPresent(Protection::checkKeyId);
    encryptWith.ifPresent(Protection::checkKeyId);
  }

  /** Refuses a key id that a message or a file could not carry as it is. */
  public static void checkKeyId(String keyId) {
    if (!keyId.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,63}")) {
      throw new IllegalArgumentException(
          "key id: expected 1 to 64 letters, digits, '_', '-', found keyId=" + keyId);
    }
  }

  /** Whether only what is signed or encrypted is read. */
  public boolean isDemanded() {
    return !acceptUnprotected && (signWith.isPresent() || encryptWith.isPresent());
  }

  @Override
  public String toString() {
    return "Protection[signWith=%s, encryptWith=%s, acceptUnprotected=%s]"
        .formatted(signWith.orElse(""), encryptWith.orElse(""), acceptUnprotected);
  }
}
