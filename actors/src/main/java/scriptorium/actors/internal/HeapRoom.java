package scriptorium.actors.internal;

import scriptorium.actors.StoreSettings;
import scriptorium.database.EmbeddedDatabase;

/**
 * Whether the heap has room for what a schema change needs beside the program: whole databases,
 * their compressed dump, the tail. By estimates: it refuses what would end in an OutOfMemoryError
 * for all, and no more.
 */
final class HeapRoom {

  /** Of a database's bytes; measured 5 to 8 %. */
  private static final int DUMP_PERCENT = 10;

  private final StoreSettings settings;
  private final long maxHeapBytes;

  HeapRoom(StoreSettings settings, long maxHeapBytes) {
    this.settings = settings;
    this.maxHeapBytes = maxHeapBytes;
  }

  /** Whether there is room for so many databases of this size. */
  boolean fits(EmbeddedDatabase database, int databases) {
    return !settings.migration().checkHeap()
        || needed(database.estimatedBytes(), databases) <= maxHeapBytes;
  }

  /**
   * Looks whether the database and one copy of it have room.
   *
   * @throws SchemaRefusedException with the figures
   */
  void require(EmbeddedDatabase database) throws SchemaRefusedException {
    if (!fits(database, 2)) {
      long bytes = database.estimatedBytes();
      throw new SchemaRefusedException(
          0,
          Refusals.GENERAL,
          "the heap has no room for a copy of the database: databaseBytes="
              + bytes
              + " needed="
              + needed(bytes, 2)
              + " maxHeap="
              + maxHeapBytes
              + "; give the JVM more (-Xmx), or set scriptorium.store.schema.check-heap = off",
          null);
    }
  }

  private long needed(long databaseBytes, int databases) {
    return databases * databaseBytes
        + databaseBytes / 100 * DUMP_PERCENT
        + settings.migration().maxTailBytes();
  }
}
