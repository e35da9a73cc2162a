package scriptorium.actors;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/**
 * A process that makes one large mutation, or recovers the store that has it, with the heap that
 * its parent allows. Prints what it found, for the parent to read.
 */
final class LargeMutationProgram {

  static final String SETTINGS =
      """
      scriptorium.store.max-database-bytes = 1000 GiB
      scriptorium.store.write.run-timeout = 5m
      scriptorium.store.write.journal-timeout = 5m
      """;

  private LargeMutationProgram() {}

  /** Arguments: folder, rows to insert; with 0 rows, the store is recovered and looked at. */
  public static void main(String[] args) {
    int rows = Integer.parseInt(args[1]);
    StoreFixture store = StoreFixture.in(Path.of(args[0]), SETTINGS).ready();
    if (rows > 0) {
      write(store, rows);
    }
    System.out.println("count=" + store.rows("select count(*) from item").get(0));
    Runtime.getRuntime().halt(0);
  }

  private static void write(StoreFixture store, int rows) {
    store.schema("create table item(id int primary key, amount bigint, text varchar)");
    long[] usedBytes = new long[1];
    store
        .<Integer>write(
            connection -> {
              int inserted =
                  StoreFixture.update(
                      connection,
                      "insert into item select x, x * 7, 'item number ' || x from system_range(1, ?)",
                      rows);
              usedBytes[0] = usedBytes();
              return inserted;
            })
        .orThrow();
    System.out.println("used=" + usedBytes[0]);
  }

  /** What the database and everything else hold while the mutation's transaction is open. */
  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
