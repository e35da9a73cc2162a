package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads that are cancelled, or take too long. */
@Timeout(60)
final class ReadStopTest {

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
    store.open("scriptorium.store.read.permits = 1\n" + overrides).ready();
    store.schema("create table word(id int primary key)");
  }

  private <T> CompletableFuture<ReadReply<T>> read(Query<T> query) {
    return store.store().read(query).toCompletableFuture();
  }

  private List<OpenView.Use> uses() {
    return store.store().openViews().stream().map(OpenView::use).toList();
  }

  @Test
  void stopsTheStatementOfACancelledReadAndFreesItsPermit() {
    open("");
    CountDownLatch running = new CountDownLatch(1);
    CompletableFuture<ReadReply<List<String>>> reading =
        read(
            connection -> {
              running.countDown();
              return StoreFixture.rows(connection, ENDLESS);
            });
    StoreFixture.await(running);

    reading.cancel(true);

    assertEquals(List.of("0"), store.rows("select count(*) from word"));
    ClusterFixture.await(() -> !uses().contains(OpenView.Use.READ));
  }

  @Test
  void interruptsACancelledReadThatWaitsInJava() {
    open("");
    CountDownLatch running = new CountDownLatch(1);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CompletableFuture<ReadReply<Integer>> reading =
        read(
            connection -> {
              running.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                failure.set(e);
                throw e;
              }
              return 0;
            });
    StoreFixture.await(running);

    reading.cancel(true);

    assertEquals(1, StoreFixture.get(read(connection -> 1)).orThrow().value());
    assertInstanceOf(InterruptedException.class, failure.get());
  }

  @Test
  void leavesNoInterruptForTheNextRead() {
    open("");
    for (int i = 0; i < 50; i++) {
      CompletableFuture<ReadReply<List<String>>> reading =
          read(connection -> StoreFixture.rows(connection, "select count(*) from word"));
      reading.cancel(true);

      boolean interrupted =
          StoreFixture.get(read(connection -> Thread.currentThread().isInterrupted()))
              .orThrow()
              .value();

      assertFalse(interrupted);
    }
  }

  @Test
  void neverRunsAReadThatWasCancelledWhileItWaited() {
    open("scriptorium.store.read.queue-capacity = 1");
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> running = hold(until);
    AtomicBoolean ran = new AtomicBoolean();
    CompletableFuture<ReadReply<Integer>> waiting =
        read(
            connection -> {
              ran.set(true);
              return 2;
            });

    waiting.cancel(true);
    CompletableFuture<ReadReply<Integer>> next = read(connection -> 3);

    until.countDown();
    StoreFixture.get(running).orThrow();
    assertEquals(3, StoreFixture.get(next).orThrow().value());
    assertFalse(ran.get());
  }

  private CompletableFuture<ReadReply<Integer>> hold(CountDownLatch until) {
    CountDownLatch held = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> reading =
        read(
            connection -> {
              held.countDown();
              until.await();
              return 1;
            });
    StoreFixture.await(held);
    return reading;
  }

  @Test
  void stopsAReadAtTheLimitOfItsCall() {
    open("");
    ReadRequest<List<String>> request =
        ReadRequest.<List<String>>of(connection -> StoreFixture.rows(connection, ENDLESS))
            .withTimeout(Duration.ofMillis(200));

    ReadReply<List<String>> reply = StoreFixture.get(store.store().read(request));

    assertEquals(new ReadReply.TimedOut<>(Duration.ofMillis(200)), reply);
  }

  @Test
  void runsNoLongerThanTheStoreAllowsWhateverTheCallSays() {
    open("scriptorium.store.read.timeout = 200ms");
    ReadRequest<List<String>> request =
        ReadRequest.<List<String>>of(connection -> StoreFixture.rows(connection, ENDLESS))
            .withTimeout(Duration.ofHours(1));

    ReadReply<List<String>> reply = StoreFixture.get(store.store().read(request));

    assertEquals(new ReadReply.TimedOut<>(Duration.ofMillis(200)), reply);
  }

  @Test
  void refusesALimitBelowAMillisecond() {
    ReadRequest<Integer> request = ReadRequest.of(connection -> 1);

    assertThrows(IllegalArgumentException.class, () -> request.withTimeout(Duration.ZERO));
  }

  @Test
  void takesTheViewOfAReadThatStaysInJava() {
    open("scriptorium.store.read.timeout = 100ms");
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    AtomicBoolean stays = new AtomicBoolean(true);
    CompletableFuture<ReadReply<Integer>> reading =
        read(
            connection -> {
              held.countDown();
              while (stays.get()) {
                Thread.onSpinWait(); // heeds no interrupt
              }
              until.countDown();
              return 1;
            });
    StoreFixture.await(held);
    assertTrue(uses().contains(OpenView.Use.READ));

    ReadReply<Integer> reply = StoreFixture.get(reading);

    assertInstanceOf(ReadReply.TimedOut.class, reply);
    ClusterFixture.await(() -> !uses().contains(OpenView.Use.READ));
    stays.set(false);
    StoreFixture.await(until);
    assertEquals(1, StoreFixture.get(read(connection -> 1)).orThrow().value());
  }

  @Test
  void showsWhatIsOpen() {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> reading = hold(until);
    SequenceNumber shown = store.store().status().sequenceNumber();
    store.execute("insert into word select x from system_range(1, 1000)");
    store.execute("delete from word");

    OpenView view =
        store.store().openViews().stream()
            .filter(open -> open.use() == OpenView.Use.READ)
            .findFirst()
            .orElseThrow();

    assertEquals(shown, view.sequenceNumber());
    assertFalse(view.age().isNegative());
    until.countDown();
    StoreFixture.get(reading).orThrow();
    ClusterFixture.await(() -> uses().isEmpty());
  }
}
