package scriptorium.actors.internal;

import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The txIds of one batch, in a table that is used again for the next: no object for each write.
 * Open addressing; at most half full. Not safe for use by several threads.
 */
final class TxIdSet {

  private static final int LEAST = 16;

  private @Nullable UUID[] table = new UUID[LEAST];

  /** Empties it, for so many txIds at most. */
  void clear(int most) {
    int needed = Math.max(LEAST, Integer.highestOneBit(Math.max(1, most)) << 2);
    if (table.length < needed) {
      table = new UUID[needed];
    } else {
      Arrays.fill(table, null);
    }
  }

  /** Whether it was not in it. */
  boolean add(UUID txId) {
    int mask = table.length - 1;
    int hash = txId.hashCode();
    int index = (hash ^ (hash >>> 16)) & mask;
    for (UUID found = table[index]; found != null; found = table[index]) {
      if (found.equals(txId)) {
        return false;
      }
      index = (index + 1) & mask;
    }
    table[index] = txId;
    return true;
  }
}
