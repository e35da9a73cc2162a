package scriptorium.database.guard;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Estimates how much heap a pinned view keeps that would be free without it.
 *
 * <p>A view holds the roots of all trees as they were. What a commit replaces or deletes afterwards
 * stays reachable from them, once, however often it is replaced again: so at most the database of
 * that moment. Counted are, for each row that a commit replaces, the values that changed and
 * {@value #ROW_BYTES} bytes for the row itself and its share of the copied pages; for each row
 * deleted, all of it and its index entries; in H2's own accounting, which is rather too high than
 * too low.
 *
 * <p>Measured against the heap: 1.1 to 1.5 times what is held where every row was replaced or
 * deleted once. A row replaced again counts again although nothing more is held: up to the size of
 * the database, which was 2.3 to 3.3 times what was held after four rounds over all rows, and is
 * far more where a few rows change all the time. Too low only by some pages of 2 KiB where single
 * rows far apart changed, and by LOBs, which are not counted.
 *
 * <p>Safe for use by any thread.
 */
public final class HeldHeap {

  /** A row without its values, and its share of a page that holds some 25 to 50. */
  public static final int ROW_BYTES = 96;

  private final AtomicLong databaseBytes;
  private final AtomicLong replacedBytes = new AtomicLong();

  /**
   * Nothing replaced yet.
   *
   * @param databaseBytes the rows' memory now, kept by each commit
   */
  public HeldHeap(AtomicLong databaseBytes) {
    this.databaseBytes = databaseBytes;
  }

  /**
   * When a view was pinned.
   *
   * @param nanos on the monotonic clock of the database
   * @param replacedBytes what had been replaced until then
   * @param databaseBytes the most that can be held
   */
  public record Mark(long nanos, long replacedBytes, long databaseBytes) {}

  /** A commit has replaced or deleted rows of this size. */
  public void replaced(long bytes) {
    replacedBytes.addAndGet(bytes);
  }

  /** Taken when a view is pinned. */
  public Mark mark(long nanos) {
    return new Mark(nanos, replacedBytes.get(), databaseBytes.get());
  }

  /** What a view holds when the database itself is held for its sake, in bytes. */
  long all() {
    return Math.max(0, databaseBytes.get());
  }

  /** What a view pinned then holds now, in bytes. */
  public long heldSince(Mark mark) {
    long replaced = replacedBytes.get() - mark.replacedBytes();
    return Math.min(replaced, Math.max(0, mark.databaseBytes()));
  }
}
