package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.database.guard.GuardedDatabase.number;
import static scriptorium.database.guard.GuardedDatabase.update;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Taking the connection away from a mutation that runs too long. */
@Timeout(30)
class RevocationTest {

  /** More rows than any test waits for. */
  static final String ENDLESS_ROWS = " SYSTEM_RANGE(1, 1000000) a, SYSTEM_RANGE(1, 1000000) b";

  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Where {@link Blocking} waits. */
  private static final CountDownLatch NEVER_COUNTED = new CountDownLatch(1);

  private static final CountDownLatch BLOCKED = new CountDownLatch(1);

  private GuardedDatabase database;
  private ExecutorService runner;
  private Thread runnerThread;

  @BeforeEach
  void openDatabase() throws Exception {
    database = new GuardedDatabase();
    runner =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "runner");
              thread.setDaemon(true);
              return thread;
            });
    runnerThread = runner.submit(Thread::currentThread).get();
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    runner.shutdownNow();
    database.close();
  }

  /** Called by SQL: a call into H2 that cancelling does not reach. */
  public static final class Blocking {

    private Blocking() {}

    public static int block() throws InterruptedException {
      BLOCKED.countDown();
      NEVER_COUNTED.await();
      return 0;
    }
  }

  private MutationConnection mutation() throws SQLException {
    return database.mutation(runnerThread, () -> {});
  }

  @Test
  void stopsALongStatement() throws Exception {
    MutationConnection mutation = mutation();
    CountDownLatch begun = new CountDownLatch(1);
    Future<Long> result =
        runner.submit(
            () -> {
              begun.countDown();
              return number(mutation.connection(), "SELECT SUM(a.x + b.x) FROM" + ENDLESS_ROWS);
            });
    assertTrue(begun.await(5, TimeUnit.SECONDS));

    Revocation revocation = mutation.revoke(GRACE);

    assertEquals(Revocation.FREE, revocation);
    ExecutionException failure = assertThrows(ExecutionException.class, result::get);
    assertTrue(failure.toString().contains("ran too long"), failure.toString());
  }

  @Test
  void stopsALongUpdateAndKeepsTheSessionUsable() throws Exception {
    MutationConnection mutation = mutation();
    String longInsert = "INSERT INTO entry (text) SELECT 'a' FROM" + ENDLESS_ROWS;
    CountDownLatch begun = new CountDownLatch(1);
    Future<Integer> result =
        runner.submit(
            () -> {
              begun.countDown();
              return update(mutation.connection(), longInsert);
            });
    assertTrue(begun.await(5, TimeUnit.SECONDS));

    assertEquals(Revocation.FREE, mutation.revoke(GRACE));
    mutation.close();
    database.rollBackMutations();

    assertThrows(ExecutionException.class, result::get);
    try (MutationConnection next = database.mutation()) {
      assertEquals(1, update(next.connection(), "INSERT INTO entry (text) VALUES ('b')"));
      assertEquals(1, number(next.connection(), "SELECT COUNT(*) FROM entry"));
      assertEquals(
          100_000, number(next.connection(), "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 100000)"));
    }
  }

  @Test
  void isFreeAtOnceWhileTheMutationSpinsInJava() throws Exception {
    MutationConnection mutation = mutation();
    AtomicBoolean goOn = new AtomicBoolean(true);
    CountDownLatch spinning = new CountDownLatch(1);
    Future<Integer> result =
        runner.submit(
            () -> {
              Connection connection = mutation.connection();
              update(connection, "DELETE FROM account");
              spinning.countDown();
              while (goOn.get()) {
                Thread.onSpinWait();
              }
              return update(connection, "DELETE FROM account");
            });
    assertTrue(spinning.await(5, TimeUnit.SECONDS));

    assertTimeoutPreemptively(
        Duration.ofSeconds(2),
        () -> assertEquals(Revocation.FREE, mutation.revoke(Duration.ofSeconds(20))));
    goOn.set(false);

    ExecutionException failure = assertThrows(ExecutionException.class, result::get);
    assertTrue(failure.toString().contains("ran too long"), failure.toString());
  }

  @Test
  void isStuckWhenACallDoesNotReturn() throws Exception {
    database.administer("CREATE ALIAS block FOR '" + Blocking.class.getName() + ".block'");
    MutationConnection mutation = mutation();
    Future<Long> result = runner.submit(() -> number(mutation.connection(), "SELECT block()"));
    assertTrue(BLOCKED.await(5, TimeUnit.SECONDS));

    assertEquals(Revocation.STUCK, mutation.revoke(Duration.ofMillis(50)));

    mutation.close();
    runnerThread.interrupt();
    assertThrows(ExecutionException.class, result::get);
    assertEquals(Revocation.FREE, mutation.revoke(GRACE));
  }

  @Test
  void neverLetsACallInOnceItIsFree() throws Exception {
    for (int round = 0; round < 200; round++) {
      MutationConnection mutation = mutation();
      AtomicBoolean inside = new AtomicBoolean();
      CountDownLatch begun = new CountDownLatch(1);
      Future<Integer> result =
          runner.submit(
              () -> {
                while (true) {
                  begun.countDown();
                  inside.set(true);
                  update(mutation.connection(), "UPDATE account SET balance = balance + 1");
                  inside.set(false);
                }
              });
      assertTrue(begun.await(5, TimeUnit.SECONDS));

      assertEquals(Revocation.FREE, mutation.revoke(GRACE));
      mutation.close();
      database.rollBackMutations();

      assertThrows(ExecutionException.class, result::get);
      try (MutationConnection next = database.mutation()) {
        assertEquals(300, number(next.connection(), "SELECT SUM(balance) FROM account"));
      }
    }
  }
}
