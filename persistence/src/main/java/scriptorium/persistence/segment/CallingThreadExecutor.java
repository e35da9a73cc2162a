package scriptorium.persistence.segment;

import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import com.typesafe.config.Config;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The executor of the journal plugin's dispatcher: what the plugin has to do is done by the thread
 * that asks for it. Akka makes it by its name in {@code reference.conf}; nobody else should.
 *
 * <p>The plugin itself only copies bytes and hands them to the thread of the store's log, and hands
 * the answer back. With a thread of its own a write would wait for that thread twice, and all
 * stores of the process would share it. Akka never lets two threads run one actor at a time; a
 * message that comes while another thread runs the plugin is left to that one.
 *
 * <p>A task given while one runs on the same thread runs after it, so that the stack does not grow.
 * An interrupt of the thread is kept from the task and restored after it.
 */
public final class CallingThreadExecutor extends ExecutorServiceConfigurator {

  /** As Akka calls it. */
  public CallingThreadExecutor(Config config, DispatcherPrerequisites prerequisites) {
    super(config, prerequisites);
  }

  @Override
  public ExecutorServiceFactory createExecutorServiceFactory(
      String id, ThreadFactory threadFactory) {
    return OnTheSpot::new;
  }

  private static final class OnTheSpot extends AbstractExecutorService {
    /** What waits behind the task that this thread runs; nothing while it runs none. */
    private static final ThreadLocal<Queue<Runnable>> BEHIND = new ThreadLocal<>();

    private volatile boolean shutdown;

    @Override
    public void execute(Runnable task) {
      if (shutdown) {
        throw new RejectedExecutionException("the journal's dispatcher is shut down");
      }
      Queue<Runnable> behind = BEHIND.get();
      if (behind != null) {
        behind.add(task);
        return;
      }
      boolean interrupted = Thread.interrupted();
      try {
        runAll(task);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private void runAll(Runnable first) {
      Queue<Runnable> behind = new ArrayDeque<>(4);
      BEHIND.set(behind);
      try {
        for (Runnable next = first; next != null; next = behind.poll()) {
          next.run();
        }
      } finally {
        BEHIND.remove();
        behind.forEach(this::execute); // none, unless a task threw
      }
    }

    @Override
    public void shutdown() {
      shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      shutdown = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return shutdown;
    }

    @Override
    public boolean isTerminated() {
      return shutdown;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return shutdown;
    }
  }
}
