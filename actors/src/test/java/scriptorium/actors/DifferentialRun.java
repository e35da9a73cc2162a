package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import scriptorium.actors.internal.JournalFollower;

/** One schema, one store, one follower of its journal, and transactions by one seed. */
final class DifferentialRun implements AutoCloseable {

  /**
   * Nothing is deleted, so that the journal alone can be replayed too; nothing times out; larger
   * mutations come in parts, with old values beside the new ones.
   */
  private static final String SETTINGS =
      """
      scriptorium.store.snapshot { every-events = 0, keep = 1000 }
      scriptorium.store.write { queue-timeout = 10m, run-timeout = 1m, batch-mutations = 32 }
      scriptorium.store.write { part-bytes = 1 KiB, before-images = on }
      scriptorium.journal { idle-mark = 5ms }
      """;

  private final Path folder;
  private final Random random;
  private final int transactions;
  private final LongAdder failed;
  private final RandomSchema schema;
  private final StoreFixture store;
  private final JournalFollower follower;

  DifferentialRun(Path folder, RandomSchema schema, int transactions, LongAdder failed) {
    this.folder = folder;
    this.random = schema.random();
    this.transactions = transactions;
    this.failed = failed;
    this.schema = schema;
    this.store = StoreFixture.in(folder, SETTINGS).ready();
    this.follower = new JournalFollower(folder.resolve("main"));
    store.schema(schema.script());
  }

  void write() throws SQLException {
    int mostTogether = Math.max(100, transactions / 5);
    for (int done = 0; done < transactions; ) {
      int chunk = Math.min(transactions - done, 10 + random.nextInt(mostTogether - 10));
      writeTogether(chunk);
      done += chunk;
      disturb();
    }
  }

  /** The writer makes batches of what waits together; the follower reads while they are written. */
  private void writeTogether(int count) {
    List<PlannedMutation> plans = new ArrayList<>();
    List<CompletionStage<WriteReply<Integer>>> replies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PlannedMutation plan = PlannedMutation.draw(random, schema, failed);
      plans.add(plan);
      replies.add(store.store().write("random " + i, plan));
    }
    follower.catchUp();
    for (int i = 0; i < count; i++) {
      WriteReply<Integer> reply = StoreFixture.get(replies.get(i));
      assertTrue(plans.get(i).isAnswered(reply), () -> "unexpected answer: " + reply);
    }
  }

  private void disturb() throws SQLException {
    switch (random.nextInt(12)) {
      case 0, 1 -> StoreFixture.get(store.store().snapshot());
      case 2 -> store.schema(schema.change());
      case 3 -> restart();
      case 4 -> crash();
      default -> {}
    }
  }

  private void restart() throws SQLException {
    List<String> before = tellAndRead();
    store.restart();
    follower.catchUp();
    assertEqual(before, follower.read(PlainSqlChecker::linesOf), "follower at a restart");
    assertEqual(before, read(store), "store after a restart");
  }

  private void crash() {
    List<String> before = tellAndRead();
    store.crash();
    assertEqual(before, read(store), "store after a crash");
  }

  /** What a rolled back mutation did to a sequence travels with the next one. */
  private List<String> tellAndRead() {
    store.execute("DELETE FROM echo WHERE id < 0");
    return read(store);
  }

  /** The live store against its follower and against stores recovered in two ways. */
  void compare() throws IOException, SQLException {
    List<String> expected = tellAndRead();
    List<String> nextValues = nextValues(store);
    StoreFixture.get(store.store().stop());
    store.end();

    follower.catchUp();
    assertEqual(expected, follower.read(PlainSqlChecker::linesOf), "follower");
    assertEqual(
        nextValues,
        follower.tryWrite(c -> PlainSqlChecker.answers(c, schema.nextValues())),
        "next values of the follower");
    Path journalAlone = copyWithoutSnapshots();
    compareRecovered(folder, expected, nextValues, "snapshot and journal");
    compareRecovered(journalAlone, expected, nextValues, "journal alone");
  }

  private void compareRecovered(
      Path of, List<String> expected, List<String> nextValues, String from) {
    try (StoreFixture recovered = StoreFixture.in(of, SETTINGS).ready()) {
      assertEqual(expected, read(recovered), "recovered from " + from);
      assertEqual(nextValues, nextValues(recovered), "next values recovered from " + from);
    }
  }

  private static List<String> read(StoreFixture store) {
    return StoreFixture.get(store.store().read(PlainSqlChecker::linesOf)).orThrow().value();
  }

  /** By a mutation that is rolled back. */
  private List<String> nextValues(StoreFixture of) {
    List<String> answers = new ArrayList<>();
    WriteReply<Integer> reply =
        of.write(
            connection -> {
              answers.clear();
              answers.addAll(PlainSqlChecker.answers(connection, schema.nextValues()));
              throw new IllegalStateException(PlannedMutation.PLANNED);
            });
    assertTrue(reply.toString().contains(PlannedMutation.PLANNED), reply.toString());
    return answers;
  }

  private Path copyWithoutSnapshots() throws IOException {
    Path from = folder.resolve("main");
    Path copy = folder.resolve("copy");
    Path to = Files.createDirectories(copy.resolve("main"));
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  /** Shows the lines that differ, not all. */
  private static void assertEqual(List<String> expected, List<String> found, String what) {
    if (!expected.equals(found)) {
      List<String> missing = new ArrayList<>(expected);
      List<String> added = new ArrayList<>(found);
      added.forEach(missing::remove);
      expected.forEach(added::remove);
      assertEquals(String.join("\n", missing), String.join("\n", added), what);
      assertEquals(expected, found, what);
    }
  }

  @Override
  public void close() {
    store.close();
    follower.close();
  }
}
