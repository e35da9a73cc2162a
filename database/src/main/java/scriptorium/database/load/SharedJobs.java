package scriptorium.database.load;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Does jobs on the calling thread and, where there is a second core, on one more. Each job is
 * called once, by one of them, in the order given; all have ended when {@link #run} returns, also
 * with a failure, behind which no job is begun.
 */
final class SharedJobs {
  private final List<Runnable> jobs;
  private final AtomicInteger next = new AtomicInteger();
  private volatile @Nullable Throwable failure;

  private SharedJobs(List<Runnable> jobs) {
    this.jobs = jobs;
  }

  /** Does all jobs; throws what one of them threw. */
  static void run(List<Runnable> jobs) {
    SharedJobs shared = new SharedJobs(jobs);
    if (jobs.size() > 1 && Runtime.getRuntime().availableProcessors() > 1) {
      Thread other = new Thread(shared::work, "scriptorium-load");
      other.setDaemon(true);
      other.start();
      shared.work();
      join(other);
    } else {
      shared.work();
    }
    if (shared.failure instanceof Error error) {
      throw error;
    } else if (shared.failure instanceof RuntimeException exception) {
      throw exception;
    }
  }

  private void work() {
    while (failure == null) {
      int index = next.getAndIncrement();
      if (index >= jobs.size()) {
        return;
      }
      try {
        jobs.get(index).run();
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }
  }

  /** Nobody may use what the jobs use before they end: an interruption is kept for later. */
  private static void join(Thread other) {
    boolean interrupted = false;
    while (true) {
      try {
        other.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
