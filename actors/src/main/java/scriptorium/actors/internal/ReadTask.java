package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.ReadReply;
import scriptorium.actors.ReadRequest;

/**
 * One read of a caller who does not wait on its thread.
 *
 * <pre>
 * FOR_LEVEL → FOR_PERMIT → RUNNING → ENDED
 *       any → ENDED: refused, cancelled
 * </pre>
 *
 * <p>Invariant: answered exactly once, by whoever brings it to ENDED. Safe for use by any thread.
 */
final class ReadTask<T extends @Nullable Object> implements Runnable, Reads.Watched {

  private enum State {
    /** Until a view would show the level. */
    FOR_LEVEL,
    /** In the queue of the reading threads. */
    FOR_PERMIT,
    /** The query runs. */
    RUNNING,
    /** Answered. */
    ENDED
  }

  private final Reads reads;
  private final ReadRequest<T> request;
  private final Consumer<ReadReply<T>> replyTo;
  private final CompletableFuture<Void> level;
  private final AtomicReference<State> state = new AtomicReference<>(State.FOR_LEVEL);
  private final AtomicBoolean placed = new AtomicBoolean();
  private volatile long sinceNanos = System.nanoTime();
  private volatile @Nullable ReadRun<T> run;

  ReadTask(
      Reads reads,
      ReadRequest<T> request,
      CompletableFuture<Void> level,
      Consumer<ReadReply<T>> replyTo) {
    this.reads = reads;
    this.request = request;
    this.level = level;
    this.replyTo = replyTo;
  }

  /** The level is reached, or never will be; then the read waits for its permit, or ends. */
  void onLevel(@Nullable Throwable failure) {
    if (failure != null) {
      end(State.FOR_LEVEL, () -> reads.views().levelFailed(failure));
    } else if (state.compareAndSet(State.FOR_LEVEL, State.FOR_PERMIT)) {
      sinceNanos = System.nanoTime();
      reads.enqueue(this);
    }
  }

  /** It has a place in the queue; tells whether it still wants it. */
  boolean place() {
    placed.set(true);
    return state.get() != State.ENDED;
  }

  /** Gives up its place, if it has one; tells whether it had. */
  boolean leavePlace() {
    return placed.compareAndSet(true, false);
  }

  /** No room to wait, or no permit in time. */
  void refuseBusy() {
    Duration waited = waited();
    endWaiting(() -> reads.tooBusy(waited));
  }

  @Override
  public void refuseNotReady() {
    endWaiting(() -> reads.views().notReady());
  }

  @Override
  public void run() {
    Permits permits = reads.permits();
    if (!permits.acquire(reads.settings().permitTimeout().minus(waited()))) {
      refuseBusy();
      return;
    }
    ReadReply<T> reply = null;
    try {
      if (state.compareAndSet(State.FOR_PERMIT, State.RUNNING)) {
        reply = reads.views().answer(request, this::begun);
      }
    } finally {
      permits.release(); // before the answer, upon which the caller may come again
    }
    ReadReply<T> made = reply;
    if (made != null) {
      end(State.RUNNING, () -> made);
    }
  }

  /** From here on the run can be stopped; tells whether it still is to begin. */
  private boolean begun(ReadRun<T> begun) {
    run = begun;
    return state.get() == State.RUNNING;
  }

  /** The caller has lost interest. */
  void cancel() {
    State was = state.getAndSet(State.ENDED);
    if (was != State.ENDED) {
      leave();
      reads.dequeue(this);
      stopRun();
    }
  }

  @Override
  public void look(long nowNanos) {
    long nanos = nowNanos - sinceNanos;
    if (nanos > reads.settings().levelTimeout().toNanos()) {
      Duration waited = Duration.ofNanos(nanos);
      end(State.FOR_LEVEL, () -> reads.views().notReached(request.level(), waited));
    }
    if (state.get() == State.FOR_PERMIT && nanos > reads.settings().permitTimeout().toNanos()) {
      refuseBusy();
    }
    ReadRun<T> running = run;
    if (running != null && state.get() == State.RUNNING && running.becomesOverdue(nowNanos)) {
      end(State.RUNNING, running::timedOut);
      stopRun();
    }
  }

  private Duration waited() {
    return Duration.ofNanos(System.nanoTime() - sinceNanos);
  }

  private interface Reply<T extends @Nullable Object> {
    ReadReply<T> made();
  }

  private void endWaiting(Reply<T> reply) {
    end(State.FOR_LEVEL, reply);
    end(State.FOR_PERMIT, reply);
    reads.dequeue(this);
  }

  private void end(State from, Reply<T> reply) {
    if (state.compareAndSet(from, State.ENDED)) {
      leave();
      ReadReply<T> made = reply.made();
      reads.replies().execute(() -> replyTo.accept(made));
    }
  }

  private void leave() {
    level.cancel(false);
    reads.left(this);
  }

  private void stopRun() {
    ReadRun<T> running = run;
    if (running != null) {
      running.stop(reads.blocking());
    }
  }
}
