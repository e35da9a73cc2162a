package scriptorium.actors.internal;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.OpenView;
import scriptorium.actors.ReadReply;
import scriptorium.actors.ReadRequest;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;

/**
 * Runs reads beside the writer. Each takes a permit for as long as it runs, since the statements of
 * the {@link StoreDataSource} share them: together they never take more of the processor than set.
 *
 * <pre>
 * read     → ReadTask: level → queue → thread of its own, permit → ReadViews → reply
 * readHere → level → permit → ReadViews, all on the caller's thread
 * </pre>
 *
 * <p>What waits is bounded in number and time; the store's actor calls {@link #look} now and then
 * for the time. Safe for use by several threads.
 */
public final class Reads {

  private final StoreSettings.Read settings;
  private final ReadLevels levels;
  private final ReadViews views;
  private final ThreadPoolExecutor threads;
  private final Permits permits;
  private final Executor replies;
  private final Executor blocking;
  private final Set<Watched> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger forLevel = new AtomicInteger();
  private final AtomicInteger inQueue = new AtomicInteger();

  /** A read that waits or runs. */
  interface Watched {

    /** Ends what is over its time; never waits. */
    void look(long nowNanos);

    /** The store stops: what waits is told so. */
    default void refuseNotReady() {}
  }

  Reads(
      StoreSettings settings,
      Publication publication,
      ReadLevels levels,
      Supplier<StoreStatus> status,
      Executor replies,
      Executor blocking) {
    this.settings = settings.read();
    this.levels = levels;
    this.views = new ReadViews(settings.read(), publication, status);
    this.replies = replies;
    this.blocking = blocking;
    this.permits = new Permits(settings.read().permits(), settings.read().queueCapacity());
    this.threads = threads(settings);
  }

  private static ThreadPoolExecutor threads(StoreSettings settings) {
    int count = settings.read().permits();
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor created =
        new ThreadPoolExecutor(
            count,
            count,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              String name = "scriptorium-" + settings.name() + "-read-" + number.getAndIncrement();
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    created.allowCoreThreadTimeOut(true);
    return created;
  }

  /**
   * Runs a query when its level is reached and a permit free; the answer is given on another
   * thread.
   *
   * @return what cancels it
   */
  public <T extends @Nullable Object> Runnable read(
      ReadRequest<T> request, Consumer<ReadReply<T>> replyTo) {
    CompletableFuture<Void> level = levels.reach(request.level());
    ReadTask<T> task = new ReadTask<>(this, request, level, replyTo);
    open.add(task);
    if (level.isDone()) {
      var unused = level.whenComplete((done, failure) -> task.onLevel(failure));
    } else if (forLevel.incrementAndGet() > settings.queueCapacity()) {
      forLevel.decrementAndGet();
      task.refuseBusy();
    } else {
      var unused =
          level.whenComplete(
              (done, failure) -> {
                forLevel.decrementAndGet();
                task.onLevel(failure);
              });
    }
    return task::cancel;
  }

  /** Runs a query on the calling thread; it waits there for its level and its permit. */
  public <T extends @Nullable Object> ReadReply<T> readHere(ReadRequest<T> request) {
    long start = System.nanoTime();
    ReadReply<T> refusal = awaitLevel(request, start);
    if (refusal != null) {
      return refusal;
    }
    if (!permits.acquireBounded(settings.permitTimeout())) {
      return tooBusy(Duration.ofNanos(System.nanoTime() - start));
    }
    Here here = new Here();
    try {
      return views.answer(request, here::begun);
    } finally {
      open.remove(here);
      permits.release();
    }
  }

  /** A run on the thread of a caller who waits for it. */
  private final class Here implements Watched {
    private volatile @Nullable ReadRun<?> run;

    boolean begun(ReadRun<?> begun) {
      run = begun;
      return open.add(this);
    }

    @Override
    public void look(long nowNanos) {
      ReadRun<?> running = run;
      if (running != null && running.becomesOverdue(nowNanos)) {
        running.stop(blocking);
      }
    }
  }

  private <T extends @Nullable Object> @Nullable ReadReply<T> awaitLevel(
      ReadRequest<T> request, long startNanos) {
    CompletableFuture<Void> level = levels.reach(request.level());
    if (level.isDone() && !level.isCompletedExceptionally()) {
      return null;
    }
    try {
      level.get(settings.levelTimeout().toNanos(), TimeUnit.NANOSECONDS);
      return null;
    } catch (ExecutionException e) {
      return views.levelFailed(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) { // said by the reply
    }
    level.cancel(false);
    return views.notReached(request.level(), Duration.ofNanos(System.nanoTime() - startNanos));
  }

  // ---- for tasks

  /** At most as many as run at once and may wait beside them are in the queue or run. */
  void enqueue(ReadTask<?> task) {
    if (inQueue.incrementAndGet() > settings.permits() + settings.queueCapacity()) {
      inQueue.decrementAndGet();
      task.refuseBusy();
      return;
    }
    if (!task.place()) {
      left(task);
      return;
    }
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) { // the store has stopped
      task.refuseNotReady();
    }
  }

  void dequeue(ReadTask<?> task) {
    threads.remove(task);
  }

  void left(ReadTask<?> task) {
    open.remove(task);
    if (task.leavePlace()) {
      inQueue.decrementAndGet();
    }
  }

  <T extends @Nullable Object> ReadReply<T> tooBusy(Duration waited) {
    return new ReadReply.TooBusy<>(permits.taken(), waited);
  }

  StoreSettings.Read settings() {
    return settings;
  }

  ReadViews views() {
    return views;
  }

  Executor replies() {
    return replies;
  }

  Executor blocking() {
    return blocking;
  }

  /** What limits the reads that run, those that do not run here among them. */
  Permits permits() {
    return permits;
  }

  // ---- for the store's actor

  /** Ends what is over its time, and lets go of views that lie idle; never waits. */
  void look(long nowNanos) {
    open.forEach(read -> read.look(nowNanos));
    views.look();
  }

  List<OpenView> openViews() {
    return views.open();
  }

  /** Ends the threads; waiting reads are refused. */
  void stop() {
    threads.shutdownNow();
    open.forEach(Watched::refuseNotReady);
  }

  /** What a read is told where there is no store. */
  static <T extends @Nullable Object> ReadReply<T> notHere(StoreStatus status) {
    return status.phase() == StorePhase.READY
        ? new ReadReply.NotTheWriter<>(status.writer())
        : new ReadReply.NotReady<>(status.phase(), status.detail());
  }
}
