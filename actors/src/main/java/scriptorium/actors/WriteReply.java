package scriptorium.actors;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a write ended: one true answer for each. Immutable; safe for use by any thread.
 *
 * <p>Only {@link Committed} means that the change is in the store, and then it survives any crash.
 * Only {@link Unknown} leaves the question open. Every other answer means: certainly not done,
 * nothing of it is journaled, and nothing of it will be found after a crash; a retry with the same
 * txId is evaluated anew and may end otherwise.
 *
 * @param <T> the mutation's value
 */
public sealed interface WriteReply<T extends @Nullable Object> {

  /**
   * Durable and readable. Survives the loss of the process and of the machine's power. There is
   * nothing left to do; sent again, the write gets this answer again.
   *
   * @param sequenceNumber the number of its event: what a read must reach to show the change
   * @param value what the mutation returned; null also where {@code withheld} says why it is not
   *     here
   * @param repeated true when this txId had been committed before this call: the first answer again
   * @param withheld why the value is not here though the write is committed: it was too large to be
   *     kept for a repetition or to travel between nodes, or could not be decoded. Read the rows
   *     instead. Empty where the value is what the mutation returned
   */
  record Committed<T extends @Nullable Object>(
      SequenceNumber sequenceNumber, @Nullable T value, boolean repeated, Optional<String> withheld)
      implements WriteReply<T> {

    /** With its value. */
    public Committed(SequenceNumber sequenceNumber, @Nullable T value, boolean repeated) {
      this(sequenceNumber, value, repeated, Optional.empty());
    }
  }

  /**
   * The mutation threw, or the database or the store refused it; rolled back, neighbours
   * unaffected. Not journaled: nothing of it survives. Correct what the message names, or retry
   * where other writes may have removed the cause: a retry is evaluated anew and may commit.
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
   * The queue is full; not queued, not run, and no trace of it is kept. Send it again after the
   * given time, with the same txId or a new one.
   *
   * @param queued how many writes wait
   * @param retryAfter when a retry is likely to find room
   */
  record Busy<T extends @Nullable Object>(int queued, Duration retryAfter)
      implements WriteReply<T> {}

  /**
   * Waited until its deadline and was not started: certainly not run, now or later. Send it again
   * if it is still wanted.
   *
   * @param waited how long it waited
   */
  record Expired<T extends @Nullable Object>(Duration waited) implements WriteReply<T> {}

  /**
   * Stopped, because it ran longer than it may or because its caller wished it ({@link
   * Store#cancel}); rolled back, and nothing of it survives. After a limit: make the mutation
   * smaller, or allow it more time. The user code itself may go on for a while, but without its
   * connection.
   *
   * @param ran how long it ran; zero where it was taken out of the queue and never started
   * @param limit how long it may run
   * @param byCaller whether the caller stopped it, not the limit
   */
  record Cancelled<T extends @Nullable Object>(Duration ran, Duration limit, boolean byCaller)
      implements WriteReply<T> {}

  /**
   * Its change set is larger than one mutation's may be, or the mutation is larger than one message
   * between nodes; rolled back, or not sent at all, and nothing was journaled. Divide it: no retry
   * of the same makes it smaller.
   *
   * @param bytes its encoded size, exact however large
   * @param limitBytes the largest allowed: {@code scriptorium.store.write.max-change-set-bytes}, or
   *     {@code scriptorium.store.cluster.max-message-bytes} for a mutation that was to be sent to
   *     the writer's node
   */
  record TooLarge<T extends @Nullable Object>(long bytes, long limitBytes)
      implements WriteReply<T> {}

  /**
   * The database is at its soft limit and this mutation would let it grow; rolled back. Mutations
   * that delete go on: delete, or give the store more heap, then retry.
   *
   * @param databaseBytes what the database holds now, as the store accounts it
   * @param limitBytes {@code scriptorium.store.max-database-bytes}
   */
  record Full<T extends @Nullable Object>(long databaseBytes, long limitBytes)
      implements WriteReply<T> {}

  /**
   * Its txId was made at a time for which outcomes are no longer remembered (or lies too far in the
   * future), so it cannot be told from a repetition. Not run by this call; an earlier call with
   * this txId may have committed. Ask what happened by reading, then send with a new txId.
   *
   * @param txIdTime when the txId was made
   * @param horizon the oldest time for which outcomes are remembered; where it lies before {@code
   *     txIdTime}, the latest time that is accepted
   */
  record TooOld<T extends @Nullable Object>(Instant txIdTime, Instant horizon)
      implements WriteReply<T> {}

  /**
   * This node does not write, and the mutation is of no registered type, so it cannot be sent to
   * the one that does; not run. Call there, or register a {@link MutationType}.
   *
   * @param writer the writer's address, where one is known
   */
  record NotTheWriter<T extends @Nullable Object>(Optional<String> writer)
      implements WriteReply<T> {}

  /**
   * The store does not serve (yet, or any more); not run. In a phase that passes (STARTING to
   * BACKING_OFF) a retry may succeed; in one that does not, the detail names what must be mended
   * first.
   *
   * @param phase what it does instead
   * @param detail progress, or the first failure
   */
  record NotReady<T extends @Nullable Object>(StorePhase phase, String detail)
      implements WriteReply<T> {}

  /**
   * The journal did not answer in time or failed, or the writer's node was lost: the change may or
   * may not be durable, and a crash may settle it either way. Ask {@link Store#outcome} with this
   * txId, or send the same mutation with it again: it runs at most once.
   *
   * @param txId the id to ask for
   * @param reason what was lost: the journal's answer, the connection to the writer, or patience
   */
  record Unknown<T extends @Nullable Object>(UUID txId, String reason) implements WriteReply<T> {}

  /**
   * The class of replies with this value type, for {@code ActorContext.ask}, which wants one.
   *
   * @param <T> the mutation's value
   */
  @SuppressWarnings("unchecked") // all replies share one class, whatever their value's type
  static <T extends @Nullable Object> Class<WriteReply<T>> type() {
    return (Class<WriteReply<T>>) (Class<?>) WriteReply.class;
  }

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
