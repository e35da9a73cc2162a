package scriptorium.actors;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/**
 * Ids of writes: UUIDs of version 7 (RFC 9562), whose first 48 bits are the time of making in
 * milliseconds. The time lets the store tell a late repetition from a new write after it has
 * forgotten outcomes. Safe for use by several threads.
 */
public final class TxId {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long TIME_MASK = 0xFFFF_FFFF_FFFFL;

  private TxId() {}

  /** A new id made at this time. */
  public static UUID next(Instant now) {
    byte[] random = new byte[10];
    RANDOM.nextBytes(random);
    long high = (now.toEpochMilli() & TIME_MASK) << 16;
    high |= 0x7000L | ((random[0] & 0x0FL) << 8) | (random[1] & 0xFFL);
    long low = 0x80L | (random[2] & 0x3FL);
    for (int i = 3; i < random.length; i++) {
      low = (low << 8) | (random[i] & 0xFFL);
    }
    return new UUID(high, low);
  }

  /**
   * When an id was made.
   *
   * @throws IllegalArgumentException where it is no UUID of version 7
   */
  public static Instant timeOf(UUID txId) {
    if (txId.version() != 7) {
      throw new IllegalArgumentException(
          "txId is no UUID of version 7: txId=" + txId + " version=" + txId.version());
    }
    return Instant.ofEpochMilli(txId.getMostSignificantBits() >>> 16);
  }
}
