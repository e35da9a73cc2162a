package scriptorium.benchmarks.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import scriptorium.benchmarks.workload.Side.Measured;

class LoopTest {

  private static final Duration LENGTH = Duration.ofMillis(50);

  private final AtomicLong nextId = new AtomicLong();

  @Test
  void threadsCountWhatIsCommittedAndWhatIsRefused() throws Exception {
    Measured measured = ThreadLoop.run(3, 4, LENGTH, nextId, (caller, first, count) -> 3);

    assertTrue(measured.writesPerSecond() > 0);
    assertEquals(3, measured.writesPerSecond() / measured.refusedPerSecond(), 1e-9);
    assertTrue(measured.latencies().size() > 0);
  }

  @Test
  void eachCallerWritesNumbersThatNoOtherWrites() throws Exception {
    LongAdder sum = new LongAdder();

    ThreadLoop.run(
        3,
        2,
        LENGTH,
        nextId,
        (caller, first, count) -> {
          sum.add(first + first + 1);
          return count;
        });

    long written = nextId.get();
    assertEquals(written * (written - 1) / 2, sum.sum());
  }

  @Test
  void aWriteUnderWayAtTheEndCountsByThePartBeforeIt() {
    assertEquals(1, Measured.share(100, 199, 200));
    assertEquals(1, Measured.share(100, 200, 200));
    assertEquals(0.25, Measured.share(100, 500, 200));
    assertEquals(0, Measured.share(200, 300, 200));
  }

  @Test
  void aFailedWriteFailsTheMeasurement() {
    assertThrows(
        ExecutionException.class,
        () ->
            ThreadLoop.run(
                2,
                1,
                LENGTH,
                nextId,
                (caller, first, count) -> {
                  throw new IllegalStateException("disk on fire");
                }));
    assertThrows(
        ExecutionException.class,
        () ->
            ClosedLoop.run(
                2,
                1,
                LENGTH,
                nextId,
                first -> CompletableFuture.failedFuture(new IllegalStateException("the same"))));
  }

  @Test
  void callbacksKeepSoManyUnderWay() throws Exception {
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();

    Measured measured =
        ClosedLoop.run(
            8,
            5,
            LENGTH,
            nextId,
            first ->
                CompletableFuture.supplyAsync(
                    () -> {
                      most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
                      underWay.decrementAndGet();
                      return 4;
                    }));

    assertTrue(most.get() <= 8, "under way: " + most);
    assertEquals(4, measured.writesPerSecond() / measured.refusedPerSecond(), 1e-9);
  }
}
