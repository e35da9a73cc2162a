package scriptorium.snapshots;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import scriptorium.keys.Protection;
import scriptorium.keys.StoreKeys;

/**
 * How one snapshot is protected: by which keys, and the salt that made its own keys of them.
 *
 * <p>Holds those derived keys where they are known: of a snapshot being written, and of a manifest
 * that was read with its keys. They take no part in equality and never leave this package.
 */
public final class SnapshotSeal {
  /** Neither signed nor encrypted. */
  public static final SnapshotSeal NONE =
      new SnapshotSeal(new byte[0], Optional.empty(), Optional.empty(), null);

  private final byte[] salt;
  private final Optional<KeyMark> signing;
  private final Optional<KeyMark> encryption;
  private final @Nullable SealKeys keys;

  /**
   * A key as a snapshot names it.
   *
   * @param check hexadecimal digits that tell whether a key of this id is the one
   */
  record KeyMark(String keyId, String check) {
    KeyMark {
      Protection.checkKeyId(keyId);
      if (check.length() != 2 * SealKeys.CHECK_BYTES) {
        throw new IllegalArgumentException("key check of " + check.length() + " digits");
      }
    }
  }

  private SnapshotSeal(
      byte[] salt,
      Optional<KeyMark> signing,
      Optional<KeyMark> encryption,
      @Nullable SealKeys keys) {
    this.salt = salt;
    this.signing = signing;
    this.encryption = encryption;
    this.keys = keys;
  }

  /** As a manifest has it: whose keys are not known yet. */
  static SnapshotSeal read(byte[] salt, Optional<KeyMark> signing, Optional<KeyMark> encryption) {
    return new SnapshotSeal(salt.clone(), signing, encryption, null);
  }

  /**
   * The seal of a new snapshot, under a salt that no other has.
   *
   * @throws SnapshotKeyException if a key is not known
   */
  static SnapshotSeal forNew(Protection protection, SnapshotStamp stamp) {
    if (protection.signWith().isEmpty() && protection.encryptWith().isEmpty()) {
      return NONE;
    }
    byte[] salt = protection.salts().get().clone();
    if (salt.length != Protection.SALT_BYTES) {
      throw new IllegalArgumentException("salt bytes=" + salt.length);
    }
    byte[] signing =
        find(protection, protection.signWith(), stamp.storeId(), stamp.sequenceNumber());
    byte[] encryption =
        find(protection, protection.encryptWith(), stamp.storeId(), stamp.sequenceNumber());
    try {
      return new SnapshotSeal(
          salt,
          mark(protection.signWith(), signing, salt),
          mark(protection.encryptWith(), encryption, salt),
          new SealKeys(salt, signing, encryption));
    } finally {
      wipe(signing);
      wipe(encryption);
    }
  }

  private static Optional<KeyMark> mark(
      Optional<String> keyId, byte @Nullable [] key, byte[] salt) {
    return key == null
        ? Optional.empty()
        : keyId.map(id -> new KeyMark(id, hex(SealKeys.check(key, salt))));
  }

  /**
   * The same with the keys that open it.
   *
   * @throws SnapshotKeyException naming key and snapshot, if one is missing or another one, or the
   *     snapshot is unprotected and must not be
   */
  SnapshotSeal unlock(Protection protection, String storeId, long sequenceNumber) {
    if (!isProtected()) {
      if (protection.isDemanded()) {
        throw new SnapshotKeyException(
            "snapshot is neither signed nor encrypted, and the settings demand it: storeId=%s sequenceNumber=%d; if it was taken before protection was switched on, set accept-unprotected = on until newer ones have replaced it"
                .formatted(storeId, sequenceNumber));
      }
      return this;
    }
    byte @Nullable [] sign = checked(signing, protection, storeId, sequenceNumber);
    byte @Nullable [] encrypt = checked(encryption, protection, storeId, sequenceNumber);
    try {
      return new SnapshotSeal(salt, signing, encryption, new SealKeys(salt, sign, encrypt));
    } finally {
      wipe(sign);
      wipe(encrypt);
    }
  }

  private byte @Nullable [] checked(
      Optional<KeyMark> named, Protection protection, String storeId, long number) {
    if (named.isEmpty()) {
      return null;
    }
    KeyMark mark = named.get();
    byte[] key = find(protection, mark.keyId(), storeId, number);
    if (!hex(SealKeys.check(key, salt)).equals(mark.check())) {
      wipe(key);
      throw new SnapshotKeyException(
          "snapshot was made with another key of this id: keyId=%s storeId=%s sequenceNumber=%d; give the key that this id stood for then, and new keys new ids"
              .formatted(mark.keyId(), storeId, number));
    }
    return key;
  }

  private static byte @Nullable [] find(
      Protection protection, Optional<String> keyId, String storeId, long number) {
    return keyId.map(id -> find(protection, id, storeId, number)).orElse(null);
  }

  private static byte[] find(
      Protection protection, String keyId, String storeId, long sequenceNumber) {
    byte[] key =
        protection
            .keys()
            .find(keyId)
            .orElseThrow(
                () ->
                    new SnapshotKeyException(
                        "key of a snapshot is missing: keyId=%s storeId=%s sequenceNumber=%d; add it to the keys of snapshot.protection, where old keys stay as long as snapshots made with them"
                            .formatted(keyId, storeId, sequenceNumber)));
    if (key.length != StoreKeys.KEY_BYTES) {
      int found = key.length;
      wipe(key);
      throw new SnapshotKeyException(
          "key of a snapshot has the wrong size: keyId=%s bytes expected=%d found=%d storeId=%s sequenceNumber=%d"
              .formatted(keyId, StoreKeys.KEY_BYTES, found, storeId, sequenceNumber));
    }
    return key;
  }

  private static void wipe(byte @Nullable [] key) {
    if (key != null) {
      Arrays.fill(key, (byte) 0);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** The id of the key it is signed with; empty if it is not signed. */
  public Optional<String> signedWith() {
    return signing.map(KeyMark::keyId);
  }

  /** The id of the key it is encrypted with; empty if it is not encrypted. */
  public Optional<String> encryptedWith() {
    return encryption.map(KeyMark::keyId);
  }

  /** Whether it is signed or encrypted. */
  public boolean isProtected() {
    return signing.isPresent() || encryption.isPresent();
  }

  byte[] salt() {
    return salt.clone();
  }

  Optional<KeyMark> signing() {
    return signing;
  }

  Optional<KeyMark> encryption() {
    return encryption;
  }

  /** The derived keys. */
  SealKeys keys() {
    return Objects.requireNonNull(keys, "the manifest was read without its keys");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SnapshotSeal seal
        && Arrays.equals(salt, seal.salt)
        && signing.equals(seal.signing)
        && encryption.equals(seal.encryption);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(salt), signing, encryption);
  }

  @Override
  public String toString() {
    return "signedWith=%s encryptedWith=%s"
        .formatted(signedWith().orElse("none"), encryptedWith().orElse("none"));
  }
}
