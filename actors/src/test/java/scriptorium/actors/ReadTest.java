package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadTest {

  private static final String ENDLESS =
      "select sum(a.x * b.x) from system_range(1, 1000000) a, system_range(1, 1000000) b";

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    store.schema(
        """
        create table account(id int primary key, balance int);
        create sequence numbers;
        insert into account select x, 100 from system_range(1, 100);
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into account values(0, 0)",
        "update account set balance = 0",
        "delete from account",
        "merge into account key(id) values(1, 1)",
        "select * from account for update",
        "select next value for numbers",
        "create local temporary table t(id int)",
        "drop table account",
        "set lock_timeout 1",
        "select 1; delete from account",
        "commit",
        "shutdown"
      })
  void refusesWhatIsNoQuery(String sql) {
    open("");

    ReadReply<Integer> reply =
        StoreFixture.get(store.store().read(connection -> StoreFixture.update(connection, sql)));

    ReadReply.Refused<?> refused = assertInstanceOf(ReadReply.Refused.class, reply);
    assertTrue(!refused.message().isEmpty());
    assertEquals(List.of("100,10000"), store.rows("select count(*), sum(balance) from account"));
    store.execute("update account set balance = 100");
  }

  @Test
  void showsOnePointInTimeToSeveralStatements() {
    open("scriptorium.store.read.permits = 2");
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<List<String>>> reading =
        store
            .store()
            .read(
                connection -> {
                  List<String> rows =
                      new ArrayList<>(
                          StoreFixture.rows(connection, "select count(*) from account"));
                  first.countDown();
                  until.await();
                  rows.addAll(StoreFixture.rows(connection, "select count(*) from account"));
                  return rows;
                })
            .toCompletableFuture();
    StoreFixture.await(first);
    SequenceNumber before = store.store().status().sequenceNumber();

    store.execute("delete from account where id > 50");

    until.countDown();
    ReadReply.Answered<List<String>> answered = StoreFixture.get(reading).orThrow();
    assertEquals(List.of("100", "100"), answered.value());
    assertEquals(before, answered.sequenceNumber());
  }

  @Test
  void tellsTheExactNumberOfWhatItShows() {
    open("");
    store.schema("create table counter(n bigint)");
    store.execute("insert into counter values(0)");
    AtomicBoolean over = new AtomicBoolean();
    SequenceNumber start = store.store().status().sequenceNumber();
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                store.execute("update counter set n = n + 1");
              }
            });

    for (int i = 0; i < 200; i++) {
      ReadReply.Answered<List<String>> answered =
          StoreFixture.get(store.store().read(c -> StoreFixture.rows(c, "select n from counter")))
              .orThrow();
      assertEquals(
          answered.sequenceNumber().value() - start.value(),
          Long.parseLong(answered.value().get(0)));
    }
    over.set(true);
    StoreFixture.get(writing);
  }

  @Test
  void seesItsOwnWrites() {
    open("");

    for (int i = 0; i < 100; i++) {
      SequenceNumber number = store.execute("update account set balance = ? where id = 1", i);
      ReadReply.Answered<List<String>> answered =
          StoreFixture.get(
                  store
                      .store()
                      .read(c -> StoreFixture.rows(c, "select balance from account where id = 1")))
              .orThrow();
      assertEquals(List.of(String.valueOf(i)), answered.value());
      assertTrue(answered.sequenceNumber().compareTo(number) >= 0);
    }
  }

  @Test
  void answersTooBusyWhenPermitAndQueueAreTaken() {
    open("scriptorium.store.read { permits = 1, queue-capacity = 1, permit-timeout = 30s }");
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> running = hold(until);
    CompletableFuture<ReadReply<Integer>> waiting =
        store.store().read(connection -> 2).toCompletableFuture();

    ReadReply<Integer> third = StoreFixture.get(store.store().read(connection -> 3));

    assertEquals(1, assertInstanceOf(ReadReply.TooBusy.class, third).running());
    until.countDown();
    StoreFixture.get(running).orThrow();
    assertEquals(2, StoreFixture.get(waiting).orThrow().value());
  }

  @Test
  void answersTooBusyAfterWaitingForAPermit() {
    open("scriptorium.store.read { permits = 1, permit-timeout = 50ms }");
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> running = hold(until);

    ReadReply<Integer> second = StoreFixture.get(store.store().read(connection -> 2));

    assertTrue(assertInstanceOf(ReadReply.TooBusy.class, second).waited().toMillis() >= 50);
    until.countDown();
    StoreFixture.get(running).orThrow();
  }

  private CompletableFuture<ReadReply<Integer>> hold(CountDownLatch until) {
    CountDownLatch held = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> reading =
        store
            .store()
            .<Integer>read(
                connection -> {
                  held.countDown();
                  until.await();
                  return 1;
                })
            .toCompletableFuture();
    StoreFixture.await(held);
    return reading;
  }

  @Test
  void cancelsAReadThatRunsTooLong() {
    open("scriptorium.store.read.timeout = 200ms");

    ReadReply<List<String>> reply =
        StoreFixture.get(store.store().read(c -> StoreFixture.rows(c, ENDLESS)));

    assertInstanceOf(ReadReply.TimedOut.class, reply);
    assertEquals(List.of("100"), store.rows("select count(*) from account"));
  }

  @Test
  void refusesAReadWithTooManyRows() {
    open("scriptorium.store.read.max-rows = 50");

    ReadReply<List<String>> reply =
        StoreFixture.get(store.store().read(c -> StoreFixture.rows(c, "select * from account")));

    assertTrue(
        !(reply instanceof ReadReply.Answered<List<String>> answered)
            || answered.value().size() <= 50,
        reply.toString());
  }

  @Test
  void refusesAQueryThatThrows() {
    open("");

    ReadReply<Integer> sql =
        StoreFixture.get(
            store.store().read(connection -> StoreFixture.rows(connection, "selekt").size()));
    ReadReply<Integer> other =
        StoreFixture.get(
            store
                .store()
                .read(
                    connection -> {
                      throw new SQLException("no reason", "12345");
                    }));
    ReadReply<Integer> error =
        StoreFixture.get(
            store
                .store()
                .read(
                    connection -> {
                      throw new Error("not implemented");
                    }));

    assertEquals("42001", assertInstanceOf(ReadReply.Refused.class, sql).sqlState());
    assertEquals("12345", assertInstanceOf(ReadReply.Refused.class, other).sqlState());
    assertEquals("HY000", assertInstanceOf(ReadReply.Refused.class, error).sqlState());
  }

  @Test
  void showsWhatWasAcknowledgedAfterACrash() {
    open("");
    store.execute("delete from account where id > 1");

    store.crash();

    assertEquals(List.of("1,100"), store.rows("select * from account"));
  }

  @Test
  void writesBesideSixtyFourReaders() {
    open("");
    AtomicBoolean over = new AtomicBoolean();
    List<CompletableFuture<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      readers.add(readAgain(over, 0));
    }

    for (int i = 0; i < 200; i++) {
      store.execute("update account set balance = balance + 1 where id = ?", i % 100 + 1);
    }

    over.set(true);
    int reads = readers.stream().mapToInt(StoreFixture::get).sum();
    assertTrue(reads > 0);
    assertEquals(List.of("10200"), store.rows("select sum(balance) from account"));
  }

  /** Sums all pairs, again and again; tells how often. */
  private CompletableFuture<Integer> readAgain(AtomicBoolean over, int times) {
    if (over.get()) {
      return CompletableFuture.completedFuture(times);
    }
    return store
        .store()
        .read(c -> StoreFixture.rows(c, "select sum(a.balance * b.id) from account a, account b"))
        .toCompletableFuture()
        .thenComposeAsync(
            reply -> {
              assertInstanceOf(ReadReply.Answered.class, reply);
              return readAgain(over, times + 1);
            });
  }
}
