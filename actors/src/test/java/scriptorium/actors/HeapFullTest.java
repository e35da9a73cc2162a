package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A heap that is full in truth, in a process of its own. */
@Timeout(120)
final class HeapFullTest {

  @TempDir Path folder;

  @Test
  void poisonsTheStoreWhenAMutationFillsTheHeap() throws Exception {
    assertPoisoned("mutation");
  }

  @Test
  void poisonsTheStoreWhenItsRowsFillTheHeap() throws Exception {
    assertPoisoned("rows");
  }

  private void assertPoisoned(String filler) throws Exception {
    List<String> said = run(filler);

    assertTrue(said.contains("first: Committed"), said.toString());
    assertTrue(said.contains("phase: POISONED"), said.toString());
    assertTrue(
        said.stream().anyMatch(line -> line.startsWith("next: NotReady") && isHeap(line)),
        said.toString());
    try (StoreFixture store = StoreFixture.in(folder.resolve("data")).ready()) {
      assertEquals(List.of("1"), store.rows("select count(*) from word where text = 'first'"));
    }
  }

  private static boolean isHeap(String line) {
    return line.contains("heap") || line.contains("Out of memory");
  }

  private List<String> run(String filler) throws IOException, InterruptedException {
    Path out = folder.resolve("out.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                folder.resolve("data").toString(),
                filler)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertTrue(process.waitFor(90, TimeUnit.SECONDS), "the process does not end");
      return Files.readAllLines(out, StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }

  /** The process whose heap is filled. */
  static final class Child {

    private Child() {}

    public static void main(String[] args) {
      try (StoreFixture store =
          StoreFixture.in(
                  Path.of(args[0]),
                  "scriptorium.store { max-database-bytes = 10 GiB, write.run-timeout = 1h,"
                      + " write.max-change-set-bytes = 512 MiB }")
              .ready()) {
        store.schema(
            "create table word(id int generated always as identity primary key, text varchar)");
        WriteReply<Integer> first = store.write("insert into word(text) values('first')");
        System.out.println("first: " + first.getClass().getSimpleName());
        fill(store, args[1]);
        System.out.println("phase: " + store.store().status().phase());
        System.out.println("next: " + store.write("delete from word"));
        System.out.flush();
        Runtime.getRuntime().halt(0);
      }
    }

    private static void fill(StoreFixture store, String filler) {
      if (filler.equals("mutation")) {
        store.<Integer>write(
            connection -> {
              Object[] held = {};
              while (true) {
                held = new Object[] {held, new byte[1 << 20]};
              }
            });
      } else {
        WriteReply<Integer> reply;
        do {
          reply = store.write(Child::addRow);
        } while (reply instanceof WriteReply.Committed);
      }
      ClusterFixture.await(() -> store.store().status().phase() == StorePhase.POISONED);
    }

    /**
     * The room that is taken first is more than anybody else needs for this row, so that it is the
     * mutation that finds the heap full. The database holds equal texts once: each is another.
     */
    private static int addRow(Connection connection) throws SQLException {
      byte[] room = new byte[4 << 20];
      try (PreparedStatement insert =
          connection.prepareStatement(
              "insert into word(text) values(random_uuid() || repeat('x', ?))")) {
        insert.setInt(1, 300_000 + room.length % 2);
        return insert.executeUpdate();
      }
    }
  }
}
