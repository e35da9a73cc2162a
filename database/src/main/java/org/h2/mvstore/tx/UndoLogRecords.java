package org.h2.mvstore.tx;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.Page;
import org.h2.value.VersionedValue;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * The undo log of an open transaction, read as it lies in H2's pages.
 *
 * <p>{@link Transaction#getChanges} descends the log's tree once a record, makes an object of it
 * and looks up the name of its map. This takes one descent and no object. Only classes of H2's
 * package see what a record holds: that is why this one is among them.
 *
 * <p>H2 collects the newest records before the log's first page, and moves them into it when asked
 * for the root. That is half of what reading one record costs, and is to stay: while records are
 * outside of the pages, COUNT(*) in the same transaction scans its table.
 *
 * <p>For the thread that holds the transaction's session.
 */
@NullMarked
public final class UndoLogRecords {
  /** Takes the records, newest first. */
  @FunctionalInterface
  public interface Reader {
    /**
     * One change of one map.
     *
     * @param mapId as {@link MVMap#getId} tells
     * @param before the entry before the change; null if there was none
     */
    void changed(int mapId, Object key, @Nullable VersionedValue<?> before);
  }

  private final int transactionId;
  private final MVMap<Long, Record<?, ?>> log;

  private UndoLogRecords(int transactionId, MVMap<Long, Record<?, ?>> log) {
    this.transactionId = transactionId;
    this.log = log;
  }

  /**
   * The log of a transaction, and of all later ones with the same number.
   *
   * @throws IllegalStateException if H2 keeps the log elsewhere than the known versions do
   */
  public static UndoLogRecords of(Transaction transaction) {
    int id = transaction.getId();
    MVStore store = transaction.store.store;
    String name = TransactionStore.UNDO_LOG_NAME_PREFIX + '.' + id;
    if (!store.hasMap(name)) {
      throw new IllegalStateException("this version of H2 has no undo log of that name: " + name);
    }
    return new UndoLogRecords(id, store.openMap(name, new MVMap.Builder<>()));
  }

  /** Whether the transaction's records are in this log. */
  public boolean isOf(Transaction transaction) {
    return transaction.getId() == transactionId;
  }

  /**
   * Reads what the transaction changed since a position in its log, but for what it undid.
   *
   * @param from the position, as {@link Transaction#setSavepoint} told it
   * @param to the present position, told alike
   * @throws IllegalStateException if the log lacks a record, or holds one too many
   */
  public void readBack(long from, long to, Reader reader) {
    if (from < to) {
      long oldest = TransactionStore.getOperationId(transactionId, from);
      long next = readBack(log.getRootPage(), oldest + (to - from) - 1, oldest, reader);
      if (next >= oldest) {
        throw incomplete(next, null);
      }
    }
  }

  /** The key of the record before those that were read. */
  private static long readBack(
      Page<Long, Record<?, ?>> page, long newest, long oldest, Reader reader) {
    long next = newest;
    if (page.isLeaf()) {
      for (int i = page.getKeyCount() - 1; i >= 0 && next >= oldest; i--, next--) {
        if (page.getKey(i) != next) {
          throw incomplete(next, page.getKey(i));
        }
        Record<?, ?> record = page.getValue(i);
        reader.changed(record.mapId, record.key, record.oldValue);
      }
    } else {
      for (int i = page.getRawChildPageCount() - 1; i >= 0 && next >= oldest; i--) {
        next = readBack(page.getChildPage(i), next, oldest, reader);
      }
    }
    return next;
  }

  private static IllegalStateException incomplete(long expected, @Nullable Long found) {
    return new IllegalStateException(
        "undo log out of order: expected=" + expected + " found=" + found);
  }
}
