package scriptorium.actors.internal;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The thread on which users' mutations run. It can be given up: a mutation that spins for ever
 * keeps its old thread, and a new one goes on. Threads are daemons, so one given up never holds the
 * JVM.
 *
 * <p>Used by the writer and its watchdog; safe for use by several threads.
 */
final class MutationThread {

  private final String name;
  private ExecutorService thread;
  private int abandoned;

  MutationThread(String name) {
    this.name = name;
    this.thread = start();
  }

  synchronized void run(Runnable task) {
    thread.execute(task);
  }

  /** Leaves the present thread to what it is doing and lets a new one do this. */
  synchronized void abandonAndRun(Runnable task) {
    thread.shutdown();
    abandoned++;
    thread = start();
    thread.execute(task);
  }

  /** Threads given up so far. */
  synchronized int abandoned() {
    return abandoned;
  }

  synchronized void stop() {
    thread.shutdown();
  }

  private ExecutorService start() {
    String threadName = name + "-mutations-" + abandoned;
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread created = new Thread(task, threadName);
          created.setDaemon(true);
          return created;
        });
  }
}
