package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.ActorSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;

/** The dispatcher as Akka makes it from {@code reference.conf}. */
class CallingThreadExecutorTest {

  private final ActorSystem system = ActorSystem.create("executor-test");
  private final Executor dispatcher = system.dispatchers().lookup("scriptorium.journal.dispatcher");

  @AfterEach
  void end() throws Exception {
    system.terminate();
    Await.ready(system.whenTerminated(), Duration.create(1, TimeUnit.MINUTES));
  }

  @Test
  void runsATaskOnTheThreadThatAsks() {
    List<Thread> ran = new ArrayList<>();

    dispatcher.execute(() -> ran.add(Thread.currentThread()));

    assertEquals(List.of(Thread.currentThread()), ran);
  }

  @Test
  void runsATaskGivenByATaskBehindIt() {
    List<String> order = new ArrayList<>();

    dispatcher.execute(
        () -> {
          dispatcher.execute(() -> order.add("second"));
          order.add("first");
        });

    assertEquals(List.of("first", "second"), order);
  }

  @Test
  void doesNotGrowTheStackByTasksThatGiveTasks() {
    int[] left = {1_000_000};
    Runnable[] task = new Runnable[1];
    task[0] =
        () -> {
          if (left[0]-- > 0) {
            dispatcher.execute(task[0]);
          }
        };

    dispatcher.execute(task[0]);

    assertEquals(-1, left[0]);
  }

  @Test
  void keepsAnInterruptFromTheTaskAndRestoresIt() {
    boolean[] seen = {true};
    Thread.currentThread().interrupt();

    dispatcher.execute(() -> seen[0] = Thread.currentThread().isInterrupted());

    assertTrue(Thread.interrupted());
    assertFalse(seen[0]);
  }

  @Test
  void runsWhatWaitsBehindATaskThatThrows() {
    List<String> ran = new ArrayList<>();

    dispatcher.execute(
        () -> {
          dispatcher.execute(() -> ran.add("behind"));
          throw new IllegalStateException("thrown by a task, told to Akka's log");
        });

    assertEquals(List.of("behind"), ran);
  }
}
