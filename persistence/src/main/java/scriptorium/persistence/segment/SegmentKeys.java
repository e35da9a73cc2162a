package scriptorium.persistence.segment;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import scriptorium.keys.Protection;
import scriptorium.keys.StoreKeys;

/**
 * The keys of one log: makes and finds the seal of each of its segments. A configured key is asked
 * for once and kept as long as the log is open, so that no roll waits for a key service.
 * Thread-safe.
 */
final class SegmentKeys {
  static final String ROOT = "scriptorium.journal.protection";

  /** Reads and writes only what is not protected. */
  static final SegmentKeys NONE = new SegmentKeys(Protection.NONE);

  private final Protection protection;
  private final Map<String, byte[]> known = new ConcurrentHashMap<>();
  private final Map<SegmentName, SegmentProtection> seen = new ConcurrentHashMap<>();

  SegmentKeys(Protection protection) {
    this.protection = protection;
  }

  /** How new segments are protected. */
  SegmentProtection ofNew() {
    return protection
        .encryptWith()
        .map(id -> new SegmentProtection(SegmentProtection.Mode.ENCRYPTED, id))
        .or(
            () ->
                protection
                    .signWith()
                    .map(id -> new SegmentProtection(SegmentProtection.Mode.SIGNED, id)))
        .orElse(SegmentProtection.NONE);
  }

  /**
   * The seal of a new segment, under a salt that no other has: never the same twice.
   *
   * @throws JournalKeyException when its key is not known
   */
  FrameSeal forNew(SegmentName name) {
    SegmentProtection wanted = ofNew();
    if (!wanted.isProtected()) {
      return FrameSeal.NONE;
    }
    byte[] salt = Arrays.copyOf(protection.salts().get(), SealMark.SALT_BYTES);
    return new KeyedSeal(new SealMark(wanted, salt), name, key(wanted, "new segments"));
  }

  /** Asks for the key of new segments before anything is changed for their sake. */
  void requireNew() {
    SegmentProtection wanted = ofNew();
    if (wanted.isProtected()) {
      key(wanted, "new segments");
    }
  }

  /**
   * The seal of a segment that is read.
   *
   * @param bytes its header
   * @throws JournalKeyException when its key is missing or another one, or it has none and must
   */
  FrameSeal of(Path file, SegmentHeader header, byte[] bytes) {
    SegmentProtection said = header.mark().protection();
    seen.put(header.name(), said);
    if (!said.isProtected()) {
      if (protection.isDemanded()) {
        throw new JournalKeyException(
            "segment is neither encrypted nor signed, and the settings demand it: file=%s; if it was written before protection was switched on, set %s.accept-unprotected = on until its events are deleted"
                .formatted(file, ROOT));
      }
      return FrameSeal.NONE;
    }
    KeyedSeal seal = new KeyedSeal(header.mark(), header.name(), key(said, "file=" + file));
    if (!seal.isOf(bytes)) {
      throw new JournalKeyException(
          "segment was made with another key of this id, or its header is forged: keyId=%s file=%s; nothing was changed. Put the key it was made with into %s.keys"
              .formatted(said.keyId(), file, ROOT));
    }
    return seal;
  }

  /** Whether what is not protected is refused. */
  boolean areDemanded() {
    return protection.isDemanded();
  }

  private byte[] key(SegmentProtection wanted, String what) {
    return known.computeIfAbsent(wanted.keyId(), id -> find(id, wanted, what));
  }

  private byte[] find(String keyId, SegmentProtection wanted, String what) {
    Optional<byte[]> found = protection.keys().find(keyId);
    if (found.isEmpty()) {
      throw new JournalKeyException(
          "key is missing: keyId=%s %s (%s); nothing was changed. Put it into %s.keys, where a key stays as long as segments made with it are kept"
              .formatted(keyId, what, wanted.mode().name().toLowerCase(Locale.ROOT), ROOT));
    }
    if (found.get().length != StoreKeys.KEY_BYTES) {
      throw new JournalKeyException(
          "key has the wrong size: keyId=%s bytes expected=%d found=%d %s; see %s.provider"
              .formatted(keyId, StoreKeys.KEY_BYTES, found.get().length, what, ROOT));
    }
    return found.get();
  }

  /** Segments read so far that are protected, or those that are not. */
  long seen(boolean isProtected) {
    return seen.values().stream().filter(said -> said.isProtected() == isProtected).count();
  }
}
