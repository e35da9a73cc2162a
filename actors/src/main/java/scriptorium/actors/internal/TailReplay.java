package scriptorium.actors.internal;

import scriptorium.actors.internal.TailRecorder.Entry;
import scriptorium.actors.internal.TailRecorder.TailOverflowException;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.ChangeSetEnd;
import scriptorium.persistence.ChangeSetPart;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.PartSequence;
import scriptorium.persistence.codec.EventCodec;

/**
 * Lets a copy of the database catch up with its original, by the events that the writer commits
 * meanwhile; measures how quickly, to tell how long the rest will take. Used by one thread.
 *
 * <p>Invariant: the copy is exact at {@link #number()}, but for the parts of a change set whose end
 * has not come.
 */
final class TailReplay {

  /** Each look at the rest takes a lock; each commit time. */
  private static final int EVENTS_A_COMMIT = 100;

  private final EmbeddedDatabase copy;
  private final Cancellation cancellation;
  private final PartSequence parts = new PartSequence();
  private long number;
  private long appliedBytes;
  private long appliedNanos;

  /**
   * @param number what the copy is exact at
   */
  TailReplay(EmbeddedDatabase copy, long number, Cancellation cancellation) {
    this.copy = copy;
    this.number = number;
    this.cancellation = cancellation;
  }

  EmbeddedDatabase copy() {
    return copy;
  }

  long number() {
    return number;
  }

  /** How long that many bytes of events will take, by what the others took. */
  long nanosFor(long bytes) {
    return appliedBytes == 0 ? 0 : (long) ((double) appliedNanos / appliedBytes * bytes);
  }

  /**
   * Applies what is there, at most so many bytes of it.
   *
   * @throws TailOverflowException if events were lost
   * @throws java.util.concurrent.CancellationException if it is to end
   */
  void apply(TailRecorder tail, long mostBytes) throws TailOverflowException {
    long done = 0;
    boolean more = true;
    while (more && done < mostBytes) {
      cancellation.check();
      long started = System.nanoTime();
      long before = done;
      for (int i = 0; i < EVENTS_A_COMMIT && more; i++) {
        Entry entry = tail.poll();
        more = entry != null;
        if (entry != null) {
          apply(entry);
          done += entry.heapBytes();
        }
      }
      copy.applier().commit();
      appliedBytes += done - before;
      appliedNanos += System.nanoTime() - started;
    }
  }

  private void apply(Entry entry) {
    if (entry.number() != number + 1) {
      throw new IllegalStateException(
          "events are missing for the copy: expected=" + (number + 1) + " found=" + entry.number());
    }
    number = entry.number();
    JournalEvent event = EventCodec.decode(entry.event().manifest(), entry.event().bytes());
    if (event instanceof ChangeSet changeSet) {
      copy.applier().apply(changeSet.changes());
    } else if (event instanceof ChangeSetPart part) {
      parts.add(number, part);
    } else if (event instanceof ChangeSetEnd end) {
      copy.applier().apply(parts.complete(number, end));
    } // others change no row
  }
}
