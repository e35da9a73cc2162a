package scriptorium.actors.internal;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.Query;
import scriptorium.actors.ReadReply;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadLimits;

/**
 * Runs reads beside the writer, on as many threads as there are permits. Each takes a permit for as
 * long as it runs, since the statements of the {@link StoreDataSource} share them: together they
 * never take more of the processor than set. What waits is bounded in number and time. Safe for use
 * by several threads.
 */
public final class Reads {

  private static final int EXACT_ATTEMPTS = 20;

  private final StoreSettings.Read settings;
  private final Publication publication;
  private final Supplier<StoreStatus> status;
  private final ThreadPoolExecutor threads;
  private final Permits permits;
  private final Executor replies;
  private final Timer timer;

  /** Calls back later. */
  interface Timer {
    void after(Duration delay, Runnable task);
  }

  Reads(
      StoreSettings settings,
      Publication publication,
      Supplier<StoreStatus> status,
      Executor replies,
      Timer timer) {
    this.settings = settings.read();
    this.publication = publication;
    this.status = status;
    this.replies = replies;
    this.timer = timer;
    this.permits = new Permits(this.settings.permits());
    BlockingQueue<Runnable> waiting =
        this.settings.queueCapacity() == 0
            ? new SynchronousQueue<>()
            : new ArrayBlockingQueue<>(this.settings.queueCapacity(), true);
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            this.settings.permits(),
            this.settings.permits(),
            10,
            TimeUnit.SECONDS,
            waiting,
            task -> {
              Thread created =
                  new Thread(
                      task, "scriptorium-" + settings.name() + "-read-" + number.getAndIncrement());
              created.setDaemon(true);
              return created;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /** Runs a query when a permit is free; the answer is given on another thread. */
  public <T extends @Nullable Object> void read(Query<T> query, Consumer<ReadReply<T>> replyTo) {
    Waiting<T> waiting = new Waiting<>(query, replyTo, System.nanoTime());
    try {
      threads.execute(waiting);
    } catch (RejectedExecutionException e) {
      waiting.refuse();
      return;
    }
    if (!threads.getQueue().isEmpty()) {
      timer.after(settings.permitTimeout(), waiting::refuse);
    }
  }

  /** What limits the reads that run, those that do not run here among them. */
  Permits permits() {
    return permits;
  }

  void later(Duration delay, Runnable task) {
    timer.after(delay, task);
  }

  /** Ends the threads; waiting reads are refused. */
  void stop() {
    threads.shutdownNow().forEach(task -> ((Waiting<?>) task).refuse());
  }

  private enum State {
    WAITING,
    STARTED,
    REFUSED
  }

  /** A read that waits for its permit, then runs: whichever of start and refusal is first. */
  private final class Waiting<T extends @Nullable Object> implements Runnable {
    private final Query<T> query;
    private final Consumer<ReadReply<T>> replyTo;
    private final long sinceNanos;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    Waiting(Query<T> query, Consumer<ReadReply<T>> replyTo, long sinceNanos) {
      this.query = query;
      this.replyTo = replyTo;
      this.sinceNanos = sinceNanos;
    }

    void refuse() {
      if (state.compareAndSet(State.WAITING, State.REFUSED)) {
        threads.remove(this);
        Duration waited = Duration.ofNanos(System.nanoTime() - sinceNanos);
        give(threads.isShutdown() ? notReady() : new ReadReply.TooBusy<>(permits.taken(), waited));
      }
    }

    @Override
    public void run() {
      Duration waited = Duration.ofNanos(System.nanoTime() - sinceNanos);
      if (!permits.acquire(settings.permitTimeout().minus(waited))) {
        refuse();
        return;
      }
      try {
        if (state.compareAndSet(State.WAITING, State.STARTED)) {
          give(Reads.this.answer(query));
        }
      } finally {
        permits.release();
      }
    }

    private void give(ReadReply<T> reply) {
      replies.execute(() -> replyTo.accept(reply));
    }
  }

  private <T extends @Nullable Object> ReadReply<T> answer(Query<T> query) {
    ReadLimits limits = new ReadLimits(settings.timeout(), settings.maxRows());
    Optional<View> taken;
    try {
      taken = takeView(limits);
    } catch (SQLException e) {
      return new ReadReply.Refused<>(stateOf(e), String.valueOf(e.getMessage()));
    }
    if (taken.isEmpty()) {
      return notReady();
    }
    try (View view = taken.get()) {
      T value = query.run(view.connection().connection());
      return new ReadReply.Answered<>(view.sequenceNumber(), value);
    } catch (Exception | Error e) { // what escaped would leave the caller without an answer
      return failed(e);
    }
  }

  private <T extends @Nullable Object> ReadReply<T> notReady() {
    StoreStatus now = status.get();
    return new ReadReply.NotReady<>(now.phase(), now.detail());
  }

  private <T extends @Nullable Object> ReadReply<T> failed(Throwable failure) {
    SQLException sql = Refusals.sqlCause(failure);
    if (sql == null) {
      return new ReadReply.Refused<>(Refusals.GENERAL, Refusals.describe(failure));
    }
    if (sql instanceof SQLTimeoutException || "57014".equals(sql.getSQLState())) {
      return new ReadReply.TimedOut<>(settings.timeout());
    }
    return new ReadReply.Refused<>(stateOf(sql), String.valueOf(sql.getMessage()));
  }

  private static String stateOf(SQLException e) {
    return e.getSQLState() == null ? Refusals.GENERAL : e.getSQLState();
  }

  /** A view and the number it shows. */
  private record View(ReadConnection connection, SequenceNumber sequenceNumber)
      implements AutoCloseable {
    @Override
    public void close() {
      connection.close();
    }
  }

  /**
   * Takes a view and tells its exact number: that of a moment in which the writer did not publish.
   * A writer that publishes without pause leaves no such moment; then the number is a lower bound.
   */
  private Optional<View> takeView(ReadLimits limits) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      long version = publication.stableVersion();
      EmbeddedDatabase database = publication.database();
      SequenceNumber number = new SequenceNumber(publication.sequenceNumber());
      if (database == null) {
        return Optional.empty();
      }
      if (version < 0 && attempt < EXACT_ATTEMPTS) {
        Thread.onSpinWait();
        continue;
      }
      View view = tryBorrow(database, limits, number, attempt);
      if (view != null) {
        if (attempt >= EXACT_ATTEMPTS || version == publication.stableVersion()) {
          return Optional.of(view);
        }
        view.close();
      }
    }
  }

  /** Null where the database was swapped meanwhile: its pool lends nothing any more. */
  private @Nullable View tryBorrow(
      EmbeddedDatabase database, ReadLimits limits, SequenceNumber number, int attempt)
      throws SQLException {
    try {
      return new View(database.readers().borrow(limits), number);
    } catch (SQLException e) {
      if (database != publication.database() && attempt < 2 * EXACT_ATTEMPTS) {
        return null;
      }
      throw e;
    }
  }

  /** What a read is told where there is no store. */
  static <T extends @Nullable Object> ReadReply<T> notHere(StoreStatus status) {
    return status.phase() == StorePhase.READY
        ? new ReadReply.NotTheWriter<>(status.writer())
        : new ReadReply.NotReady<>(status.phase(), status.detail());
  }
}
