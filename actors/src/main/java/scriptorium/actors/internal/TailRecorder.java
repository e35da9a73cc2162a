package scriptorium.actors.internal;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import scriptorium.persistence.codec.EncodedEvent;

/**
 * The events that the writer commits while a copy of its database is made, for the copy to catch up
 * with. One thread adds, one takes.
 *
 * <p>Invariant: what is held is without gap, and not above the limit; once it would be, it is given
 * up whole, for a copy that lacks one event is of no use.
 */
final class TailRecorder {

  /** What an event takes beside its bytes: entry, event, array. */
  private static final int OVERHEAD_BYTES = 96;

  private final long limitBytes;
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private long bytes;
  private boolean overflowed;

  /** An event with its number. */
  record Entry(long number, EncodedEvent event) {
    long heapBytes() {
      return event.bytes().length + (long) OVERHEAD_BYTES;
    }
  }

  TailRecorder(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Holds an event; nothing after an overflow. */
  synchronized void add(long number, EncodedEvent event) {
    if (overflowed) {
      return;
    }
    Entry entry = new Entry(number, event);
    bytes += entry.heapBytes();
    if (bytes > limitBytes) {
      overflowed = true;
      entries.clear();
      return;
    }
    entries.addLast(entry);
  }

  /**
   * The oldest event, which is held no longer; null for none.
   *
   * @throws TailOverflowException if there were more than the limit allows
   */
  synchronized @Nullable Entry poll() throws TailOverflowException {
    if (overflowed) {
      throw new TailOverflowException(bytes, limitBytes);
    }
    Entry entry = entries.pollFirst();
    if (entry != null) {
      bytes -= entry.heapBytes();
    }
    return entry;
  }

  /** How much is held. */
  synchronized long heldBytes() {
    return bytes;
  }

  /** More was written than a copy could follow. */
  static final class TailOverflowException extends Exception {
    private static final long serialVersionUID = 1L;

    TailOverflowException(long bytes, long limitBytes) {
      super(
          "more is written than the copy can follow: waiting bytes="
              + bytes
              + " limit="
              + limitBytes
              + "; try again when less is written, or raise scriptorium.store.schema.max-tail-bytes");
    }
  }
}
