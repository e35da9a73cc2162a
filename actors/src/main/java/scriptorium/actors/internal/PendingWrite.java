package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.CancelReply;
import scriptorium.actors.MutationType;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;

/**
 * A write that waits for its answer. Answered exactly once, by whoever is first: later answers are
 * dropped. Safe for use by several threads.
 *
 * <pre>
 * WAITING → STARTED → its reply
 *    ↑ ←──── again       the neighbour that its answer rested on was lost
 * WAITING → its reply    never started: nobody may start it afterwards
 * </pre>
 *
 * <p>Invariant: {@link #start} and an answer that says "not run" exclude each other.
 */
public final class PendingWrite<T extends @Nullable Object> {

  /** No object of its own: thousands of writes wait at a time. */
  @SuppressWarnings("rawtypes") // a class literal has no type arguments
  private static final AtomicReferenceFieldUpdater<PendingWrite, Object> STATE =
      AtomicReferenceFieldUpdater.newUpdater(PendingWrite.class, Object.class, "state");

  private final WriteRequest<T> request;
  private final @Nullable MutationType<?, T> type;
  private final long enqueuedNanos;
  private final long deadlineNanos;
  private final Duration runLimit;
  private final Consumer<WriteReply<T>> replyTo;
  private final Executor replies;

  /** A {@link Stage} or, at the end, the {@link WriteReply}. */
  private volatile Object state = Stage.WAITING;

  private volatile @Nullable CompletableFuture<CancelReply> cancellation;

  private enum Stage {
    /** In the queue, or taken for a batch that has not come to it. */
    WAITING,
    /** Its user code has begun. */
    STARTED
  }

  /**
   * A write that arrived now.
   *
   * @param type how its value becomes bytes; null for a lambda, whose plain values are kept
   * @param nowNanos the monotonic clock
   * @param replies where the answer is given: never on a thread of the store's
   */
  public PendingWrite(
      WriteRequest<T> request,
      @Nullable MutationType<?, T> type,
      long nowNanos,
      Duration queueLimit,
      Duration runLimit,
      Consumer<WriteReply<T>> replyTo,
      Executor replies) {
    this.request = request;
    this.type = type;
    this.enqueuedNanos = nowNanos;
    this.deadlineNanos = nowNanos + queueLimit.toNanos();
    this.runLimit = runLimit;
    this.replyTo = replyTo;
    this.replies = replies;
  }

  public WriteRequest<T> request() {
    return request;
  }

  Duration runLimit() {
    return runLimit;
  }

  boolean isExpired(long nowNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  boolean isAnswered() {
    return state instanceof WriteReply<?>;
  }

  /** Its user code is about to begin; false where it has been answered and must not. */
  boolean start() {
    return STATE.compareAndSet(this, Stage.WAITING, Stage.STARTED);
  }

  /** It is to be run once more, unless its caller has had enough. */
  void again() {
    if (isCancelled()) {
      answer(stoppedByCaller());
    } else {
      STATE.compareAndSet(this, Stage.STARTED, Stage.WAITING);
    }
  }

  /** Whether its caller wants it stopped. */
  boolean isCancelled() {
    return cancellation != null;
  }

  /**
   * Its caller wants it stopped: at once where it has not been started; else it is for the mutation
   * thread to see, and the future tells what came of it.
   */
  synchronized void cancel(CompletableFuture<CancelReply> told) {
    WriteReply<T> stopped = stoppedByCaller();
    if (STATE.compareAndSet(this, Stage.WAITING, stopped)) {
      replies.execute(() -> tell(stopped));
    }
    CompletableFuture<CancelReply> earlier = cancellation;
    if (earlier == null) {
      cancellation = told;
    } else {
      var unused = earlier.thenAccept(told::complete);
    }
    if (state instanceof WriteReply<?> reply) { // nobody may look at the future any more
      told.complete(cancelReply(reply));
    }
  }

  private WriteReply<T> stoppedByCaller() {
    return new WriteReply.Cancelled<>(Duration.ZERO, runLimit, true);
  }

  private static CancelReply cancelReply(WriteReply<?> reply) {
    return reply instanceof WriteReply.Cancelled<?> cancelled
        ? new CancelReply.Stopped(!cancelled.ran().isZero())
        : new CancelReply.TooLate(reply);
  }

  /**
   * Answers, unless it has been answered. The caller hears it on another thread: what he does then
   * may take long, and the calling thread may be the writer's.
   */
  public void answer(WriteReply<T> reply) {
    if (settle(reply)) {
      replies.execute(() -> tell(reply));
    }
  }

  /** Answers on this thread, which is none of the store's; one hop for many answers is enough. */
  void answerHere(WriteReply<T> reply) {
    if (settle(reply)) {
      tell(reply);
    }
  }

  private boolean settle(WriteReply<T> reply) {
    Object before = state;
    while (before instanceof Stage) {
      if (STATE.compareAndSet(this, before, reply)) {
        return true;
      }
      before = state;
    }
    return false;
  }

  private void tell(WriteReply<T> reply) {
    replyTo.accept(reply);
    CompletableFuture<CancelReply> told = cancellation;
    if (told != null) {
      told.complete(cancelReply(reply));
    }
  }

  void expire(long nowNanos) {
    answer(new WriteReply.Expired<>(Duration.ofNanos(nowNanos - enqueuedNanos)));
  }

  /** The value as bytes to be kept, or null where it is of no kind that can be kept. */
  byte @Nullable [] encodeValue(T value) {
    return type == null ? ValueCodec.encode(value) : type.encodeValue(value);
  }

  /** The value that {@link #encodeValue} kept. */
  @Nullable T decodeValue(byte[] bytes) {
    if (type != null) {
      return type.decodeValue(bytes);
    }
    @SuppressWarnings("unchecked") // the caller repeats its own write; another type is its error
    T value = (T) ValueCodec.decode(bytes);
    return value;
  }
}
