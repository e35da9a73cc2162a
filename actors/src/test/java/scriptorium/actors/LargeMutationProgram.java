package scriptorium.actors;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

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
    int exit = 1;
    try {
      int rows = Integer.parseInt(args[1]);
      StoreFixture store = StoreFixture.closed(Path.of(args[0])).open(SETTINGS, same -> same);
      get(store.store().ready());
      if (rows > 0) {
        write(store, rows);
      }
      System.out.println("count=" + store.rows("select count(*) from item").get(0));
      exit = 0;
    } catch (Exception e) {
      e.printStackTrace(System.out);
    } finally {
      Runtime.getRuntime().halt(exit);
    }
  }

  /** A loaded machine takes its time. */
  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(5, TimeUnit.MINUTES);
  }

  private static void write(StoreFixture store, int rows) throws Exception {
    store.schema("create table item(id int primary key, amount bigint, text varchar)");
    long[] usedBytes = new long[1];
    Mutation<Integer> insert =
        connection -> {
          int inserted =
              StoreFixture.update(
                  connection,
                  "insert into item select x, x * 7, 'item number ' || x from system_range(1, ?)",
                  rows);
          usedBytes[0] = usedBytes();
          return inserted;
        };
    get(store.store().write("large", insert)).orThrow();
    System.out.println("used=" + usedBytes[0]);
  }

  /** What the database and everything else hold while the mutation's transaction is open. */
  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
