package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

  /** Looks without a batch under way before it rests. */
  private static final int LOOKS_BEFORE_REST = 50;

  private final StoreSettings settings;
  private final MutationThread thread;
  private final ScheduledExecutorService looks;
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile @Nullable BatchRun batch;
  private int idleLooks; // the looks' own

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
    if (looking.compareAndSet(false, true)) {
      lookLater();
    }
    thread.run(next::run);
  }

  /** Threads given up so far. */
  int abandonedThreads() {
    return thread.abandoned();
  }

  void stop() {
    looks.shutdownNow();
    thread.stop();
  }

  private void lookLater() {
    var unused = looks.schedule(this::standingLook, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * One standing look, at whatever runs: to wake the watchdog for each batch would cost a small
   * batch more than its mutation. It rests when there has been no batch for a while; who starts one
   * then lets it look again.
   */
  private void standingLook() {
    BatchRun watched = batch;
    idleLooks++;
    if (watched != null && !watched.isFinished()) {
      idleLooks = 0;
      lookAt(watched);
    }
    if (idleLooks < LOOKS_BEFORE_REST) {
      lookLater();
    } else {
      rest();
    }
  }

  /** A batch that started while it was still looking relies on it. */
  private void rest() {
    idleLooks = 0;
    looking.set(false);
    BatchRun last = batch;
    if (last != null && !last.isFinished() && looking.compareAndSet(false, true)) {
      lookLater();
    }
  }

  private void lookAt(BatchRun watched) {
    RunningMutation running = watched.running();
    if (running == null || !running.isToBeStopped(System.nanoTime())) {
      return;
    }
    try {
      stop(watched, running);
    } catch (RuntimeException e) { // the next look tries again, and there must be one
      LOG.error("store {}: an overdue mutation could not be stopped", settings.name(), e);
    }
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
