package scriptorium.actors;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a write ended: one true answer for each.
 *
 * <p>Only {@link Committed} means that the change is in the store, and then it survives any crash.
 * Only {@link Unknown} leaves the question open. Every other answer means: certainly not done, and
 * nothing of it is journaled; a retry with the same txId is evaluated anew.
 *
 * @param <T> the mutation's value
 */
public sealed interface WriteReply<T extends @Nullable Object> {

  /**
   * Durable and readable. Survives the loss of the process and of the machine's power.
   *
   * @param sequenceNumber the number of its event
   * @param value what the mutation returned; absent in a repeated answer whose value was not kept
   * @param repeated true when this txId had been committed before this call: the first answer again
   */
  record Committed<T extends @Nullable Object>(
      SequenceNumber sequenceNumber, @Nullable T value, boolean repeated)
      implements WriteReply<T> {}

  /**
   * The mutation threw, or the database refused it; rolled back, neighbours unaffected. Not
   * journaled: a retry is evaluated anew and may commit.
   *
   * @param sqlState the SQL state of the failure; "HY000" where it was no SQL failure
   * @param constraint the constraint that refused it, where the database names one
   * @param message what failed and why
   */
  record Refused<T extends @Nullable Object>(
      String sqlState, Optional<String> constraint, String message) implements WriteReply<T> {

    /**
     * The SQL state where the journal's disk had no room: nothing was written, and the store serves
     * writes again by itself once there is room.
     */
    public static final String DISK_FULL = "53100";
  }

  /**
   * The queue is full; not queued, not run. Try again later.
   *
   * @param queued how many writes wait
   * @param retryAfter when a retry is likely to find room
   */
  record Busy<T extends @Nullable Object>(int queued, Duration retryAfter)
      implements WriteReply<T> {}

  /**
   * Waited until its deadline and was not started: certainly not run.
   *
   * @param waited how long it waited
   */
  record Expired<T extends @Nullable Object>(Duration waited) implements WriteReply<T> {}

  /**
   * Ran longer than it may; stopped and rolled back.
   *
   * @param ran how long it ran
   * @param limit how long it may
   */
  record Cancelled<T extends @Nullable Object>(Duration ran, Duration limit)
      implements WriteReply<T> {}

  /**
   * Its change set, or its value, is larger than one event may be; rolled back.
   *
   * @param bytes its encoded size
   * @param limitBytes the largest allowed: {@code scriptorium.store.write.max-event-bytes}
   */
  record TooLarge<T extends @Nullable Object>(long bytes, long limitBytes)
      implements WriteReply<T> {}

  /**
   * The database is at its soft limit and this mutation would let it grow; rolled back. Mutations
   * that delete go on.
   *
   * @param databaseBytes what the database holds now, as the store accounts it
   * @param limitBytes {@code scriptorium.store.max-database-bytes}
   */
  record Full<T extends @Nullable Object>(long databaseBytes, long limitBytes)
      implements WriteReply<T> {}

  /**
   * Its txId was made at a time for which outcomes are no longer remembered (or lies too far in the
   * future), so it cannot be told from a repetition. Not run. Ask what happened by reading, then
   * send with a new txId.
   *
   * @param txIdTime when the txId was made
   * @param horizon the oldest time for which outcomes are remembered
   */
  record TooOld<T extends @Nullable Object>(Instant txIdTime, Instant horizon)
      implements WriteReply<T> {}

  /**
   * This node does not write; not run.
   *
   * @param writer the writer's address, where one is known
   */
  record NotTheWriter<T extends @Nullable Object>(Optional<String> writer)
      implements WriteReply<T> {}

  /**
   * The store does not serve (yet, or any more); not run.
   *
   * @param phase what it does instead
   * @param detail progress, or the first failure
   */
  record NotReady<T extends @Nullable Object>(StorePhase phase, String detail)
      implements WriteReply<T> {}

  /**
   * The journal did not answer in time or failed: the change may or may not be durable. Ask {@link
   * Store#outcome} with this txId, or send the same mutation with it again: it runs at most once.
   *
   * @param txId the id to ask for
   * @param reason what was lost: the journal's answer, or the connection to the writer
   */
  record Unknown<T extends @Nullable Object>(UUID txId, String reason) implements WriteReply<T> {}

  /**
   * The committed answer, or an exception that says what was answered instead: for scripts and
   * tests.
   */
  default Committed<T> orThrow() {
    if (this instanceof Committed<T> committed) {
      return committed;
    }
    throw new NotCommittedException(this);
  }
}
