package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.MutationType;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;

/**
 * A write that waits for its answer. Answered exactly once, by whoever is first: later answers are
 * dropped. Safe for use by several threads.
 */
public final class PendingWrite<T extends @Nullable Object> {

  private final WriteRequest<T> request;
  private final @Nullable MutationType<?, T> type;
  private final long enqueuedNanos;
  private final long deadlineNanos;
  private final Duration runLimit;
  private final Consumer<WriteReply<T>> replyTo;
  private final Executor replies;
  private final AtomicBoolean answered = new AtomicBoolean();

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
    return answered.get();
  }

  /**
   * Answers, unless it has been answered. The caller hears it on another thread: what he does then
   * may take long, and the calling thread may be the writer's.
   */
  public void answer(WriteReply<T> reply) {
    if (answered.compareAndSet(false, true)) {
      replies.execute(() -> replyTo.accept(reply));
    }
  }

  /** Answers on this thread, which is none of the store's; one hop for many answers is enough. */
  void answerHere(WriteReply<T> reply) {
    if (answered.compareAndSet(false, true)) {
      replyTo.accept(reply);
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
