package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.StoreSettings;
import scriptorium.database.guard.Revocation;

/**
 * Runs batches on the mutation thread and looks after their time: a mutation that runs too long, or
 * that its caller wants stopped, loses its connection, its statement is cancelled, its thread
 * interrupted; if it still does not come back, the thread is given up and a new one goes on. If the
 * database itself does not come back, the batch is aborted.
 */
final class Watchdog {

  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private static final long LOOK_MILLIS = 10;

  private final StoreSettings settings;
  private final MutationThread thread;
  private final ScheduledExecutorService looks;
  private volatile @Nullable BatchRun batch;

  Watchdog(StoreSettings settings) {
    this.settings = settings;
    this.thread = new MutationThread("scriptorium-" + settings.name());
    this.looks =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread created = new Thread(task, "scriptorium-" + settings.name() + "-watchdog");
              created.setDaemon(true);
              return created;
            });
  }

  /** Lets the mutation thread run a batch. */
  void start(BatchRun next) {
    batch = next;
    thread.run(next::run);
    lookLater(next);
  }

  /** Threads given up so far. */
  int abandonedThreads() {
    return thread.abandoned();
  }

  void stop() {
    looks.shutdownNow();
    thread.stop();
  }

  /** Looks again while the batch runs; most batches are over before the first look. */
  private void lookLater(BatchRun watched) {
    var unused = looks.schedule(() -> look(watched), LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look(BatchRun watched) {
    if (watched != batch || watched.isFinished()) {
      return;
    }
    RunningMutation running = watched.running();
    if (running != null && running.isToBeStopped(System.nanoTime())) {
      stop(watched, running);
    }
    lookLater(watched);
  }

  private void stop(BatchRun watched, RunningMutation running) {
    Duration grace = settings.write().cancelGrace();
    Revocation revocation = running.stop(grace);
    if (revocation == Revocation.STUCK) {
      if (running.takeAway()) {
        LOG.error(
            "store {}: a statement does not come back after its cancellation: ran={}; the database"
                + " is given up and recovered",
            settings.name(),
            running.ran(System.nanoTime()));
        thread.abandonAndRun(() -> watched.abort(running));
      }
      return;
    }
    awaitReturn(running, grace);
    if (running.takeAway()) {
      LOG.error(
          "store {}: a mutation spins and does not heed its interruption: ran={} limit={}; its"
              + " thread is given up, abandonedThreads={}",
          settings.name(),
          running.ran(System.nanoTime()),
          running.limit(),
          thread.abandoned() + 1);
      thread.abandonAndRun(() -> watched.proceedWithout(running));
    }
  }

  private static void awaitReturn(RunningMutation running, Duration grace) {
    try {
      running.awaitReturn(grace);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
