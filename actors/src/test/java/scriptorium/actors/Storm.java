package scriptorium.actors;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** Writes, one after another, until it is ended; each must be committed. */
final class Storm implements AutoCloseable {

  private static final int FIRST = 1_000_000;

  private final StoreFixture store;
  private final Semaphore written = new Semaphore(0);
  private final Thread thread = new Thread(this::write, "storm");
  private volatile boolean ended;
  private final AtomicLong count = new AtomicLong();
  private volatile RuntimeException failure = new IllegalStateException("none");
  private volatile boolean failed;

  Storm(StoreFixture store) {
    this.store = store;
    thread.start();
  }

  private void write() {
    try {
      for (int id = FIRST; !ended; id++) {
        store.execute("insert into word(id, text) values(?, 'storm')", id);
        count.incrementAndGet();
        written.release();
      }
    } catch (RuntimeException e) {
      failure = e;
      failed = true;
      written.release(Integer.MAX_VALUE / 2);
    }
  }

  /** Waits until so many more were written. */
  void awaitWrites(int more) {
    written.drainPermits();
    written.acquireUninterruptibly(more);
    if (failed) {
      throw failure;
    }
  }

  /** Ends it; how many were written. */
  long end() {
    close();
    if (failed) {
      throw failure;
    }
    return count.get();
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
