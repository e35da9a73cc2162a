package scriptorium.database.guard;

import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sequence number of what a database shows, told exactly to whoever pins a view of it.
 *
 * <p>The rows and the number change one after the other, and readers must not hold the writer up.
 * So this is a sequence lock (Lamport, "Concurrent reading and writing", 1977): a view that was
 * pinned without the version having moved shows exactly the number read before. A writer that
 * publishes without pause could keep a reader trying for ever; after a few tries, or when a commit
 * is under way, the reader therefore takes the lock, and the writer waits for that one pin.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>the version is odd ⇔ a commit is under way;
 *   <li>rows and number change only while the version is odd;
 *   <li>the version is odd ⇒ its publisher holds the lock.
 * </ul>
 *
 * <p>Safe for use by any thread.
 */
public final class PublishedNumber {

  private static final int TRIES = 3;

  private final ReentrantLock publishing = new ReentrantLock(true);
  private volatile long version;
  private volatile long number;

  /** What fixes a view: the first statement of a transaction. */
  @FunctionalInterface
  interface Pinning {

    /** Pins anew; what an earlier call has pinned is forgotten. */
    void pin() throws SQLException;
  }

  /**
   * A moment between two commits.
   *
   * @param version tells it from every other moment
   * @param number the last change that is seen in it
   */
  record Moment(long version, long number) {}

  /** Runs a commit after which the database shows this number. */
  public void publish(long next, Runnable commit) {
    begin();
    try {
      commit.run();
      number = next;
    } finally {
      end();
    }
  }

  /**
   * Runs a commit of its own, or the one of a {@link #publish} under way; the number stays. Every
   * commit passes here, so that no view is taken for the newest when it is not.
   */
  public void commit(Runnable commit) {
    if (publishing.isHeldByCurrentThread()) {
      commit.run();
      return;
    }
    begin();
    try {
      commit.run();
    } finally {
      end();
    }
  }

  /** The number shown now. */
  public long now() {
    return number;
  }

  /** Pins a view; tells the moment it shows, exactly. */
  Moment pin(Pinning view) throws SQLException {
    for (int tried = 0; tried < TRIES; tried++) {
      long before = version;
      if (isCommitting(before)) {
        break; // to pin behind it
      }
      long shown = number;
      view.pin();
      if (version == before) {
        return new Moment(before, shown);
      }
    }
    publishing.lock();
    try {
      view.pin();
      return new Moment(version, number);
    } finally {
      publishing.unlock();
    }
  }

  /**
   * Whether a view of this moment shows all that anybody may have been told of: nothing was
   * committed since, or it is being committed now.
   */
  boolean isNewest(Moment moment) {
    long now = version;
    return now == moment.version() || now == moment.version() + 1;
  }

  private static boolean isCommitting(long version) {
    return (version & 1) != 0;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  private void begin() {
    publishing.lock();
    version++;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
  private void end() {
    version++;
    publishing.unlock();
  }
}
