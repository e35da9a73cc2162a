package scriptorium.database.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedJobsTest {

  @Test
  void doesEachJobOnce() {
    int[] done = new int[1000];
    List<Runnable> jobs = new ArrayList<>();
    for (int i = 0; i < done.length; i++) {
      int job = i;
      jobs.add(() -> done[job]++);
    }
    SharedJobs.run(jobs);
    for (int times : done) {
      assertEquals(1, times);
    }
  }

  @Test
  void throwsWhatAJobThrew() {
    for (Throwable thrown : List.of(new IllegalStateException("a"), new OutOfMemoryError("b"))) {
      List<Runnable> jobs = new ArrayList<>(Collections.nCopies(10, () -> {}));
      jobs.set(5, () -> fail(thrown));
      assertSame(thrown, assertThrows(Throwable.class, () -> SharedJobs.run(jobs)));
    }
  }

  @Test
  void beginsNoJobBehindAFailure() {
    AtomicInteger begun = new AtomicInteger();
    List<Runnable> jobs =
        Collections.nCopies(
            100,
            () -> {
              begun.incrementAndGet();
              throw new IllegalStateException("each");
            });
    assertThrows(IllegalStateException.class, () -> SharedJobs.run(jobs));
    assertTrue(begun.get() <= 2, () -> "begun=" + begun);
  }

  private static void fail(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) thrown;
  }
}
