package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many reads may run at once, whichever way they came: as a query of {@code Store.read} or as a
 * statement of {@code Store.dataSource}. First come first served. Safe for use by several threads.
 */
final class Permits {

  private final Semaphore free;
  private final int count;
  private final int mostWaiting;
  private final AtomicInteger waiting = new AtomicInteger();

  /**
   * All of them free.
   *
   * @param mostWaiting of {@link #acquireBounded}
   */
  Permits(int count, int mostWaiting) {
    this.count = count;
    this.mostWaiting = mostWaiting;
    this.free = new Semaphore(count, true);
  }

  /**
   * Takes one, to be given back by {@link #release}.
   *
   * @param longest how long to wait; nothing, or less, takes only what is free
   * @return false when the time was over, or the thread interrupted, which it then still is
   */
  boolean acquire(Duration longest) {
    try {
      return free.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The same, but refused at once when too many wait already. */
  boolean acquireBounded(Duration longest) {
    if (acquire(Duration.ZERO)) {
      return true;
    }
    try {
      return waiting.incrementAndGet() <= mostWaiting && acquire(longest);
    } finally {
      waiting.decrementAndGet();
    }
  }

  void release() {
    free.release();
  }

  /** How many are taken now. */
  int taken() {
    return count - free.availablePermits();
  }

  /** How many wait for one by {@link #acquireBounded}. */
  int waiting() {
    return waiting.get();
  }
}
