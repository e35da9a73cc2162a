package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BooleanSupplier;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.Revocation;

/**
 * A mutation while its user code runs. Its thread and the watchdog settle here who goes on with the
 * batch: the thread, if the user code comes back first ({@link #returned}), or a new thread, if the
 * watchdog gives this one up ({@link #takeAway}). Exactly one of both succeeds.
 *
 * <pre>
 * RUNNING → RETURNED            the user code came back in time: one swap, nothing else
 * RUNNING → STOPPED → RETURNED  it came back after it was stopped
 *                   → TAKEN     it did not; its thread is lost
 * </pre>
 *
 * <p>Invariant: the thread is interrupted only in STOPPED, under the lock that leads out of it; so
 * no interrupt meant for the user code reaches what its thread does next.
 */
final class RunningMutation {

  private enum State {
    RUNNING,
    STOPPED,
    RETURNED,
    TAKEN
  }

  private static final AtomicReferenceFieldUpdater<RunningMutation, State> STATE =
      AtomicReferenceFieldUpdater.newUpdater(RunningMutation.class, State.class, "state");

  private final Thread thread = Thread.currentThread();
  private final MutationConnection connection;
  private final long startedNanos;
  private final Duration limit;
  private final BooleanSupplier cancelled;
  private volatile State state = State.RUNNING;
  private boolean stopped; // the thread's own, once it has returned

  /**
   * Starts now, on the calling thread.
   *
   * @param cancelled whether its caller wants it stopped
   */
  RunningMutation(
      MutationConnection connection, long nowNanos, Duration limit, BooleanSupplier cancelled) {
    this.connection = connection;
    this.startedNanos = nowNanos;
    this.limit = limit;
    this.cancelled = cancelled;
  }

  Duration limit() {
    return limit;
  }

  Duration ran(long nowNanos) {
    return Duration.ofNanos(nowNanos - startedNanos);
  }

  /** Whether its time is over or its caller wants it stopped. */
  boolean isToBeStopped(long nowNanos) {
    return cancelled.getAsBoolean() || nowNanos - startedNanos >= limit.toNanos();
  }

  /**
   * Takes the connection away, cancels its statement and interrupts the user code.
   *
   * @return whether a call inside the database came to its end within the grace
   */
  Revocation stop(Duration grace) {
    if (!STATE.compareAndSet(this, State.RUNNING, State.STOPPED)) {
      return Revocation.FREE;
    }
    Revocation revocation = connection.revoke(grace);
    synchronized (this) {
      if (state == State.STOPPED) {
        thread.interrupt();
      }
    }
    return revocation;
  }

  /** The user code came back: whether its thread goes on with the batch. */
  boolean returned() {
    boolean mine = STATE.compareAndSet(this, State.RUNNING, State.RETURNED) || returnedStopped();
    if (mine) {
      Thread.interrupted(); // whoever interrupted it meant the user code alone
    }
    return mine;
  }

  private synchronized boolean returnedStopped() {
    if (state != State.STOPPED) {
      return false;
    }
    state = State.RETURNED;
    stopped = true;
    notifyAll();
    return true;
  }

  /** Waits until the user code has come back, at most this long. */
  synchronized void awaitReturn(Duration grace) throws InterruptedException {
    long end = System.nanoTime() + grace.toNanos();
    long left = grace.toNanos();
    while (state == State.STOPPED && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
  }

  /** Gives the stopped thread up, unless the user code has come back. */
  synchronized boolean takeAway() {
    if (state != State.STOPPED) {
      return false;
    }
    state = State.TAKEN;
    return true;
  }

  /** Closes what the lost user code left open; the revocation has found nobody inside. */
  void closeConnection() {
    connection.close();
  }

  /** Whether the watchdog has stopped it; asked by its thread after it has returned. */
  boolean wasStopped() {
    return stopped;
  }
}
