package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no caller should send, and what comes of it. */
@Timeout(120)
final class BadInputTest {

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder).ready();
    store.schema("create table word(id int primary key, text varchar)");
  }

  @AfterEach
  void close() {
    store.close();
  }

  private int count() {
    return Integer.parseInt(store.rows("select count(*) from word").get(0));
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // as code without checks does
  private static <T> T nothing() {
    return null;
  }

  // ---- nulls

  private record Nulls(String name, Executable call) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Nulls> nulls() {
    Mutation<Integer> mutation = connection -> 1;
    WriteRequest<Integer> good = WriteRequest.of("good", mutation, Instant.now());
    return Stream.of(
        new Nulls(
            "mutation", () -> WriteRequest.of("x", BadInputTest.<Mutation<?>>nothing(), now())),
        new Nulls("label", () -> WriteRequest.of(nothing(), mutation, now())),
        new Nulls("txId", () -> good.withTxId(nothing())),
        new Nulls(
            "queueTimeout",
            () ->
                new WriteRequest<>(
                    good.txId(), "x", mutation, nothing(), Optional.<Duration>empty())),
        new Nulls(
            "runTimeout",
            () ->
                new WriteRequest<>(
                    good.txId(), "x", mutation, Optional.<Duration>empty(), nothing())));
  }

  private static Instant now() {
    return Instant.now();
  }

  @ParameterizedTest
  @MethodSource("nulls")
  void namesWhatIsNull(Nulls missing) {
    NullPointerException refused = assertThrows(NullPointerException.class, missing.call());

    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(missing.name() + "=null"), message);
  }

  @Test
  void refusesNullsInTheCallersHandsAndServesOn() {
    Store facade = store.store();

    assertThrows(
        NullPointerException.class,
        () -> facade.write("label", BadInputTest.<Mutation<Integer>>nothing()));
    assertThrows(
        NullPointerException.class,
        () -> facade.write(BadInputTest.<WriteRequest<Integer>>nothing()));
    assertThrows(NullPointerException.class, () -> facade.outcome(nothing()));
    assertThrows(NullPointerException.class, () -> facade.cancel(nothing()));
    assertThrows(NullPointerException.class, () -> facade.migrate(nothing()));

    assertEquals(1, store.write("insert into word values(1, 'x')").orThrow().value());
  }

  @Test
  void takesAMutationThatAnswersNull() {
    WriteRequest<Integer> request =
        WriteRequest.of("null", connection -> BadInputTest.<Integer>nothing(), Instant.now());

    WriteReply.Committed<Integer> first = store.write(request).orThrow();
    WriteReply.Committed<Integer> again = store.write(request).orThrow();

    assertEquals(Optional.empty(), first.withheld());
    assertEquals(null, first.value());
    assertEquals(Optional.empty(), again.withheld());
    assertEquals(null, again.value());
  }

  // ---- labels

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "'; drop table word --",
        "\u0000\n\t",
        "w\u00f6rter \u4e2d\ud83d\ude00",
        "half \ud83d"
      })
  void takesAnyLabel(String label) {
    Mutation<Integer> add =
        connection -> StoreFixture.update(connection, "insert into word values(1, 'x')");

    StoreFixture.get(store.store().write(label, add)).orThrow();

    store.crash();
    assertEquals(1, count());
  }

  @Test
  void refusesALabelOfTenThousandCharacters() {
    WriteReply<Integer> reply =
        StoreFixture.get(store.store().write("x".repeat(10_000), connection -> 1));

    WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, reply);
    assertTrue(refused.message().contains("chars=10000 limit=200"), refused.message());
    assertTrue(refused.message().length() < 200, "the label is repeated in its refusal");
  }

  // ---- connections

  @Test
  void leavesAnotherDatabaseToItsOwnTransaction() throws SQLException {
    try (Connection foreign = DriverManager.getConnection("jdbc:h2:mem:")) {
      StoreFixture.update(foreign, "create table word(id int primary key, text varchar)");

      WriteReply<Integer> reply =
          store.write(
              connection -> StoreFixture.update(foreign, "insert into word values(1, 'foreign')"));

      reply.orThrow(); // an empty change set: nothing of the store's was changed
      assertEquals(0, count());
      assertEquals(1, StoreFixture.rows(foreign, "select * from word").size());
      store.crash();
      assertEquals(0, count());
    }
  }

  @Test
  void refusesTheConnectionOfAnotherStoresMutation(@TempDir Path otherFolder) {
    try (StoreFixture other = StoreFixture.in(otherFolder).ready()) {
      other.schema("create table word(id int primary key, text varchar)");
      CompletableFuture<Connection> foreign = new CompletableFuture<>();
      CountDownLatch until = new CountDownLatch(1);
      CompletableFuture<WriteReply<Integer>> holding =
          other
              .store()
              .<Integer>write(
                  "hold",
                  connection -> {
                    foreign.complete(connection);
                    until.await();
                    return 0;
                  })
              .toCompletableFuture();
      Connection open = StoreFixture.get(foreign);

      WriteReply<Integer> reply =
          store.write(
              connection -> StoreFixture.update(open, "insert into word values(1, 'foreign')"));

      WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, reply);
      assertTrue(refused.message().contains("thread"), refused.message());
      until.countDown();
      StoreFixture.get(holding).orThrow();
      assertEquals(List.of("0"), other.rows("select count(*) from word"));
      assertEquals(0, count());
    }
  }

  @Test
  void refusesTheConnectionOfAnEarlierMutationInsideALaterOne() {
    List<Connection> kept = new ArrayList<>();
    store.<Boolean>write(kept::add).orThrow();

    WriteReply<Integer> reply =
        store.write(
            connection -> {
              StoreFixture.update(connection, "insert into word values(1, 'own')");
              return StoreFixture.update(kept.get(0), "insert into word values(2, 'kept')");
            });

    WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, reply);
    assertTrue(refused.message().contains("ended"), refused.message());
    assertEquals(0, count());
  }

  @Test
  void refusesToWriteThroughAReadersConnectionInsideAMutation() {
    WriteReply<Integer> reply =
        store.write(
            connection -> {
              StoreFixture.update(connection, "insert into word values(1, 'own')");
              try (Connection reader = store.store().dataSource().getConnection()) {
                return StoreFixture.update(reader, "insert into word values(2, 'reader')");
              }
            });

    assertEquals("25006", assertInstanceOf(WriteReply.Refused.class, reply).sqlState());
    assertEquals(0, count());
  }

  // ---- size

  @Test
  void takesAStatementWithTenThousandParameters() {
    int rows = 5_000;
    String sql = "insert into word values(?, ?)" + ", (?, ?)".repeat(rows - 1);

    WriteReply<Integer> reply =
        store.write(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < rows; i++) {
                  statement.setInt(2 * i + 1, i);
                  statement.setString(2 * i + 2, "word " + i);
                }
                return statement.executeUpdate();
              }
            });

    assertEquals(rows, reply.orThrow().value());
    store.crash();
    assertEquals(
        List.of("5000,TRUE"), store.rows("select count(*), every(text = 'word ' || id) from word"));
  }

  @Test
  void refusesAStatementWithTooManyParametersAndServesOn() {
    String sql = "insert into word select 1, 'x' where 1 in (?" + ", ?".repeat(100_000) + ")";

    WriteReply<Integer> reply = store.write(sql);

    assertInstanceOf(WriteReply.Refused.class, reply);
    store.execute("insert into word values(1, 'x')");
  }

  /** The queue holds what it may; whoever finds it full hears so at once, and when to come back. */
  @Test
  void answersAHundredThousandWritersAtOnce() {
    int writers = 100_000;
    int room = 10_000;
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<WriteReply<Integer>> holding = store.holdWriter(until);
    List<CompletableFuture<WriteReply<Integer>>> replies = new ArrayList<>(writers);

    for (int i = 0; i < writers; i++) {
      replies.add(store.writeLater("insert into word values(?, 'x')", i));
    }

    for (int i = room; i < writers; i++) { // all of them while the writer is still held
      WriteReply<Integer> reply = StoreFixture.get(replies.get(i));
      WriteReply.Busy<?> busy = assertInstanceOf(WriteReply.Busy.class, reply);
      assertEquals(room, busy.queued());
      assertTrue(busy.retryAfter().compareTo(Duration.ZERO) > 0, busy.toString());
    }
    until.countDown();
    StoreFixture.get(holding).orThrow();
    for (int i = 0; i < room; i++) {
      StoreFixture.get(replies.get(i)).orThrow();
    }
    assertEquals(room, count());
  }

  @Test
  void servesAHundredThousandWritersWhereTheQueueHasRoom(@TempDir Path otherFolder) {
    int writers = 100_000;
    try (StoreFixture roomy =
        StoreFixture.in(
                otherFolder,
                "scriptorium.store.write { queue-capacity = 100000, queue-timeout = 100s }")
            .ready()) {
      roomy.schema("create table word(id int primary key, text varchar)");
      CountDownLatch until = new CountDownLatch(1);
      var unused = roomy.holdWriter(until);
      List<CompletableFuture<WriteReply<Integer>>> replies = new ArrayList<>(writers);
      for (int i = 0; i < writers; i++) {
        replies.add(roomy.writeLater("insert into word values(?, 'x')", i));
      }
      until.countDown();

      replies.forEach(reply -> StoreFixture.get(reply).orThrow());

      assertEquals(List.of("100000"), roomy.rows("select count(*) from word"));
    }
  }
}
