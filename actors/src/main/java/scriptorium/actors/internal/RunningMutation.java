package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.Revocation;

/**
 * A mutation while its user code runs. Its thread and the watchdog settle here who goes on with the
 * batch: the thread, if the user code comes back first ({@link #returned}), or a new thread, if the
 * watchdog gives this one up ({@link #takeAway}). Exactly one of both succeeds.
 *
 * <pre>
 * RUNNING → RETURNED            the user code came back (in time, or after it was stopped)
 * RUNNING → TAKEN               it did not; its thread is lost
 * </pre>
 */
final class RunningMutation {

  private enum State {
    RUNNING,
    RETURNED,
    TAKEN
  }

  private final Thread thread = Thread.currentThread();
  private final MutationConnection connection;
  private final long startedNanos;
  private final Duration limit;
  private final BooleanSupplier cancelled;
  private State state = State.RUNNING;
  private boolean stopped;

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
    synchronized (this) {
      if (state != State.RUNNING) {
        return Revocation.FREE;
      }
      stopped = true;
    }
    Revocation revocation = connection.revoke(grace);
    synchronized (this) {
      if (state == State.RUNNING) {
        thread.interrupt();
      }
    }
    return revocation;
  }

  /** The user code came back: whether its thread goes on with the batch. */
  synchronized boolean returned() {
    if (state != State.RUNNING) {
      return false;
    }
    state = State.RETURNED;
    notifyAll();
    Thread.interrupted(); // the watchdog's interrupt was for the user code alone
    return true;
  }

  /** Waits until the user code has come back, at most this long. */
  synchronized void awaitReturn(Duration grace) throws InterruptedException {
    long end = System.nanoTime() + grace.toNanos();
    long left = grace.toNanos();
    while (state == State.RUNNING && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = end - System.nanoTime();
    }
  }

  /** Gives the thread up, unless the user code has come back. */
  synchronized boolean takeAway() {
    if (state != State.RUNNING) {
      return false;
    }
    state = State.TAKEN;
    return true;
  }

  /** Whether the watchdog has stopped it. */
  synchronized boolean wasStopped() {
    return stopped;
  }
}
