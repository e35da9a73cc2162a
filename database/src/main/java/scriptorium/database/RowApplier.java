package scriptorium.database;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.engine.SessionLocal;
import scriptorium.database.change.EncodedPart;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.database.change.RowChanges;
import scriptorium.database.guard.HeldHeap;
import scriptorium.database.guard.PublishedNumber;
import scriptorium.database.internal.ChangeReplay;

/**
 * Replays captured changes: exactly the rows, with no trigger, default, generated column or
 * reference check run again.
 *
 * <p>Only while nobody writes. How many change sets go into one transaction is the caller's choice;
 * some 100 are 1.5 times as fast as one. One thread at a time.
 */
public final class RowApplier {
  private final ChangeReplay replay;
  private final AtomicLong databaseBytes;
  private final HeldHeap heap;
  private final PublishedNumber published;

  RowApplier(
      SessionLocal session, AtomicLong databaseBytes, HeldHeap heap, PublishedNumber published) {
    this.replay = new ChangeReplay(session);
    this.databaseBytes = databaseBytes;
    this.heap = heap;
    this.published = published;
  }

  /**
   * Applies the changes of one mutation as a whole; readers see them after {@link #commit()}.
   *
   * @return how many rows changed
   * @throws ReplayFailedException if a row is missing or in the way; names table, key, expected and
   *     found. Nothing of these changes was applied
   */
  public long apply(RowChanges changes) {
    return replay.apply(changes);
  }

  /**
   * Applies the changes of one mutation that came in parts, as a whole, row by row from the bytes.
   *
   * @return how many rows changed
   * @throws ReplayFailedException as the other one does
   */
  public long apply(List<EncodedPart> parts) {
    return replay.apply(parts);
  }

  /** Makes everything applied so far visible. */
  public void commit() {
    published.commit(() -> databaseBytes.addAndGet(replay.commit()));
    heap.replaced(replay.takeReplacedBytes());
  }

  /** Takes back everything applied since the last commit; sequences stay where they are. */
  public void rollback() {
    replay.rollback();
  }
}
