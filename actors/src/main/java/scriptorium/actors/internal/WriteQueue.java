package scriptorium.actors.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes that wait for the writer: bounded, first come first served. It outlives the writer's
 * incarnations, so a write that was not started survives a restart of the writer. Safe for use by
 * several threads.
 *
 * <p>Invariant: whoever finds the queue empty while it is open will be woken by the next offer.
 */
public final class WriteQueue {

  private final ArrayDeque<PendingWrite<?>> waiting = new ArrayDeque<>();
  private List<PendingWrite<?>> taken = List.of(); // last, for those who look for a write
  private final int capacity;
  private @Nullable Runnable waker;
  private boolean wakeWanted;
  private @Nullable Consumer<PendingWrite<?>> closedAnswer;

  /** An open, empty queue. */
  public WriteQueue(int capacity) {
    this.capacity = capacity;
  }

  /**
   * Takes a write in, unless the queue is full or closed.
   *
   * @return the number waiting when it was refused for want of room, else -1
   */
  public int offer(PendingWrite<?> write) {
    Runnable wake = null;
    Consumer<PendingWrite<?>> closed;
    synchronized (waiting) {
      closed = closedAnswer;
      if (closed == null) {
        if (waiting.size() >= capacity) {
          return waiting.size();
        }
        waiting.addLast(write);
        if (wakeWanted) {
          wakeWanted = false;
          wake = waker;
        }
      }
    }
    if (closed != null) {
      closed.accept(write);
    } else if (wake != null) {
      wake.run();
    }
    return -1;
  }

  /** Who is woken by the next write; he is woken at once when writes wait. */
  void attach(Runnable wakeWriter) {
    boolean now;
    synchronized (waiting) {
      waker = wakeWriter;
      now = !waiting.isEmpty();
      wakeWanted = !now;
    }
    if (now) {
      wakeWriter.run();
    }
  }

  /** Nobody is woken until the next {@link #attach}; writes wait. */
  void detach() {
    synchronized (waiting) {
      waker = null;
      wakeWanted = false;
    }
  }

  /** At most this many writes, oldest first; when none is left the next offer wakes. */
  List<PendingWrite<?>> take(int most) {
    synchronized (waiting) {
      List<PendingWrite<?>> batch = new ArrayList<>(Math.min(most, waiting.size()));
      while (batch.size() < most) {
        PendingWrite<?> next = waiting.pollFirst();
        if (next == null) {
          break;
        }
        batch.add(next);
      }
      wakeWanted = batch.isEmpty() && waker != null;
      taken = batch;
      return batch;
    }
  }

  /**
   * Puts writes that were taken and not started back in front, whatever the capacity. A queue that
   * was closed meanwhile answers them: nobody would take them again.
   */
  void putBack(List<PendingWrite<?>> writes) {
    Consumer<PendingWrite<?>> closed;
    synchronized (waiting) {
      closed = closedAnswer;
      if (closed == null) {
        for (int i = writes.size() - 1; i >= 0; i--) {
          writes.get(i).again();
          waiting.addFirst(writes.get(i));
        }
      }
    }
    if (closed != null) {
      writes.forEach(closed);
    }
  }

  /** Answers those whose time to start is over. */
  void expire(long nowNanos) {
    List<PendingWrite<?>> expired = new ArrayList<>();
    synchronized (waiting) {
      for (Iterator<PendingWrite<?>> i = waiting.iterator(); i.hasNext(); ) {
        PendingWrite<?> write = i.next();
        if (write.isExpired(nowNanos)) {
          i.remove();
          expired.add(write);
        }
      }
    }
    expired.forEach(write -> write.expire(nowNanos));
  }

  /** The writes with this txId that wait, taken out, or belong to the batch under way. */
  Set<PendingWrite<?>> withdraw(UUID txId) {
    Set<PendingWrite<?>> found = new LinkedHashSet<>();
    synchronized (waiting) {
      for (PendingWrite<?> write : taken) {
        if (write.request().txId().equals(txId)) {
          found.add(write);
        }
      }
      for (Iterator<PendingWrite<?>> i = waiting.iterator(); i.hasNext(); ) {
        PendingWrite<?> write = i.next();
        if (write.request().txId().equals(txId)) {
          i.remove();
          found.add(write);
        }
      }
    }
    return found;
  }

  /** Answers everything that waits, and whatever comes later, in this way; for good. */
  void close(Consumer<PendingWrite<?>> answer) {
    List<PendingWrite<?>> left;
    synchronized (waiting) {
      if (closedAnswer != null) {
        return;
      }
      closedAnswer = answer;
      waker = null;
      left = new ArrayList<>(waiting);
      waiting.clear();
    }
    left.forEach(answer);
  }
}
