package scriptorium.actors;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Ids of writes: UUIDs of version 7 (RFC 9562), whose first 48 bits are the time of making in
 * milliseconds. The time lets the store tell a late repetition from a new write after it has
 * forgotten outcomes. Safe for use by several threads.
 */
public final class TxId {

  private static final long TIME_MASK = 0xFFFF_FFFF_FFFFL;
  private static final int COUNTER_END = 0x1000;
  private static final int COUNTER_START_END = 0x800;

  /** The system's source of randomness is asked once a thread: a write must not wait for it. */
  private static final ThreadLocal<Source> SOURCE = ThreadLocal.withInitial(Source::new);

  private TxId() {}

  /**
   * A new id made at this time. Those that one thread makes in the same millisecond rise, unless
   * they are more than two thousand.
   */
  public static UUID next(Instant now) {
    return SOURCE.get().next(now.toEpochMilli() & TIME_MASK);
  }

  /** The ids of one thread: 62 random bits behind a counter that begins anew each millisecond. */
  private static final class Source {
    private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
    private long millis = -1;
    private int counter;

    UUID next(long nowMillis) {
      counter++;
      if (nowMillis != millis || counter == COUNTER_END) {
        millis = nowMillis;
        counter = random.nextInt(COUNTER_START_END);
      }
      long high = (nowMillis << 16) | 0x7000L | counter;
      return new UUID(high, Long.MIN_VALUE | (random.nextLong() >>> 2));
    }
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
