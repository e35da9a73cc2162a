package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class EpochChecksTest {

  private final Deque<Runnable> started = new ArrayDeque<>();
  private final AtomicInteger checks = new AtomicInteger();

  @Test
  void sharesOneCheckAmongAllWhoAskBeforeItStarts() {
    EpochChecks epoch = new EpochChecks(checks::incrementAndGet, started::add);

    CompletableFuture<Void> first = epoch.ask();
    CompletableFuture<Void> second = epoch.ask();
    assertFalse(first.isDone());
    started.remove().run();

    assertSame(first, second);
    assertTrue(first.isDone());
    assertEquals(1, checks.get());
    assertTrue(started.isEmpty());
  }

  @Test
  void startsAnotherForThoseWhoAskWhileOneIsUnderWay() {
    CompletableFuture<CompletableFuture<Void>> late = new CompletableFuture<>();
    EpochChecks[] epoch = new EpochChecks[1];
    epoch[0] =
        new EpochChecks(
            () -> {
              if (checks.incrementAndGet() == 1) {
                late.complete(epoch[0].ask());
              } else {
                assertFalse(late.join().isDone());
              }
            },
            started::add);

    CompletableFuture<Void> first = epoch[0].ask();
    started.remove().run();

    assertTrue(first.isDone());
    assertTrue(late.join().isDone());
    assertEquals(2, checks.get());
    assertTrue(started.isEmpty());
  }

  @Test
  void tellsAFailureToThoseWhoAskedForThatCheckAlone() {
    IllegalStateException failure = new IllegalStateException("fenced");
    EpochChecks epoch =
        new EpochChecks(
            () -> {
              if (checks.incrementAndGet() == 1) {
                throw failure;
              }
            },
            started::add);

    CompletableFuture<Void> first = epoch.ask();
    started.remove().run();
    CompletableFuture<Void> second = epoch.ask();
    started.remove().run();

    assertSame(failure, assertThrows(CompletionException.class, first::join).getCause());
    second.join();
  }
}
