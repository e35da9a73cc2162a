package scriptorium.actors;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that takes snapshots where its parent has set limits to heap or disk. */
final class SnapshotProgram {

  private SnapshotProgram() {}

  /** Arguments: what to do, and the data folder. */
  public static void main(String[] args) {
    int exit = 1;
    try {
      Path data = Path.of(args[1]);
      switch (args[0]) {
        case "heap" -> heap(data);
        case "readonly" -> readOnly(data);
        case "disk" -> disk(data, Path.of(args[2]));
        default -> throw new IllegalArgumentException(args[0]);
      }
      exit = 0;
    } catch (Throwable e) { // the parent must see whatever it was
      e.printStackTrace(System.out);
    } finally {
      System.out.flush();
      Runtime.getRuntime().halt(exit);
    }
  }

  /** Rows that do not compress, so that the snapshot is about as large as they are. */
  private static void heap(Path data) {
    StoreFixture store =
        StoreFixture.in(
                data,
                """
                scriptorium.store {
                  max-database-bytes = 1000 GiB
                  snapshot { chunk-bytes = 128 KiB, share = 1, every-bytes = 0 }
                }
                """)
            .ready();
    store.schema("create table item(id int primary key, text varchar)");
    for (int i = 0; i < 24; i++) {
      store.execute(
          "insert into item select x + ?, random_uuid() || random_uuid() || random_uuid()"
              + " || random_uuid() || random_uuid() || random_uuid() from system_range(1, 5000)",
          i * 5000);
    }
    System.gc();
    long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    System.out.println("used=" + used);
    SnapshotReply.Saved saved = (SnapshotReply.Saved) StoreFixture.get(store.store().snapshot());
    System.out.println("snapshotBytes=" + saved.snapshotBytes());
  }

  /**
   * On a small disk: a ballast file leaves room for so many bytes, from none to enough for a whole
   * snapshot. The store goes on without room for its snapshot, and takes it when there is room.
   */
  private static void disk(Path data, Path ballast) throws IOException {
    StoreFixture store =
        StoreFixture.in(
                data,
                """
                scriptorium { store.snapshot.chunk-bytes = 4096
                  journal { first-segment-bytes = 1 MiB, max-segment-bytes = 1 MiB } }
                """)
            .ready();
    store.schema("create table item(id int primary key, text varchar)");
    store.execute("insert into item select x, rand() || rand() from system_range(1, 400)");
    int failed = 0;
    int saved = 0;
    while (saved == 0) {
      fill(ballast, failed * 4096L);
      int rows = failed;
      store.execute("update item set text = 'round ' || ? where id = 1", rows);
      SnapshotReply reply = StoreFixture.get(store.store().snapshot());
      if (reply instanceof SnapshotReply.Failed failure) {
        failed++;
        require(failure.reason().contains("No space left"), failure.reason());
      } else {
        saved++;
      }
      Files.delete(ballast);
      require(new StoreFiles(data.resolve("main")).hasWholeSnapshotsOnly(), "rubbish is left");
    }
    store.crash();
    require(
        store.rows("select text from item where id = 1").get(0).equals("round " + failed),
        "a write was lost");
    require(
        store.store().status().recovery().orElseThrow().snapshotNumber().value() > 0,
        "not recovered from the snapshot");
    System.out.println("failed=" + failed);
  }

  private static void readOnly(Path data) {
    StoreFixture store = StoreFixture.in(data).ready();
    store.schema("create table item(id int primary key)");
    store.execute("insert into item values(1)");
    SnapshotReply reply = StoreFixture.get(store.store().snapshot());
    require(
        reply instanceof SnapshotReply.Failed failed
            && failed.reason().contains("Read-only file system"),
        reply.toString());
    store.execute("insert into item values(2)");
    store.crash();
    require(store.rows("select count(*) from item").get(0).equals("2"), "a write was lost");
    System.out.println("went on");
  }

  /** Writes until no byte more goes, then gives so many back. */
  private static void fill(Path ballast, long room) throws IOException {
    try (java.io.RandomAccessFile file = new java.io.RandomAccessFile(ballast.toFile(), "rw")) {
      byte[] block = new byte[4096];
      try {
        while (true) {
          file.write(block);
        }
      } catch (IOException full) {
        file.setLength(Math.max(0, file.length() / 4096 * 4096 - room));
      }
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }
}
