package scriptorium.actors.internal;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.ReadReply;
import scriptorium.actors.ReadRequest;
import scriptorium.actors.SequenceNumber;
import scriptorium.database.guard.ReadConnection;

/**
 * One run of a query on a view, which any thread may stop.
 *
 * <p>Invariants: the view is open only between the run's begin and its end or stop; the thread is
 * interrupted only while it runs this query.
 */
final class ReadRun<T extends @Nullable Object> {

  private static final Logger LOG = LoggerFactory.getLogger(ReadRun.class);

  /** How long a stopped statement may take to come back; it checks every few rows. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final ReadRequest<T> request;
  private final Duration limit;
  private final ReadConnection view;
  private final Thread thread = Thread.currentThread();
  private final long startNanos = System.nanoTime();
  private boolean ended;
  private boolean interrupted;
  private volatile boolean stopped;
  private volatile boolean overdue;

  /** Begins on this thread. */
  ReadRun(ReadRequest<T> request, Duration limit, ReadConnection view) {
    this.request = request;
    this.limit = limit;
    this.view = view;
  }

  /** Runs the query; its end, whatever it is, ends the view. */
  ReadReply<T> run() {
    try (view) {
      T value = request.query().run(view.connection());
      return new ReadReply.Answered<>(new SequenceNumber(view.sequenceNumber()), value);
    } catch (Exception | Error e) { // what escaped would leave the caller without an answer
      return failed(e);
    } finally {
      end();
    }
  }

  private ReadReply<T> failed(Throwable failure) {
    SQLException sql = Refusals.sqlCause(failure);
    if (overdue
        || sql instanceof SQLTimeoutException
        || (sql != null && "57014".equals(sql.getSQLState()))) {
      return timedOut();
    }
    return sql == null
        ? new ReadReply.Refused<>(Refusals.GENERAL, Refusals.describe(failure))
        : new ReadReply.Refused<>(Refusals.stateOf(sql), String.valueOf(sql.getMessage()));
  }

  ReadReply<T> timedOut() {
    return new ReadReply.TimedOut<>(limit);
  }

  /** An interrupt that was meant for this query does not reach what the thread does next. */
  @SuppressWarnings("ThreadInterrupted") // it was ours, and has done its work
  private synchronized void end() {
    ended = true;
    if (interrupted) {
      Thread.interrupted();
    }
  }

  /**
   * Whether its view is to be taken away: after twice its time, for its statements are stopped
   * after once that, and only code that stays between two of them comes so far. Told once.
   */
  boolean becomesOverdue(long nowNanos) {
    if (stopped || nowNanos - startNanos <= 2 * limit.toNanos()) {
      return false;
    }
    overdue = true;
    LOG.warn(
        "a read has kept its view for too long, which is taken away: ran={} limit={} view={}",
        Duration.ofNanos(nowNanos - startNanos),
        limit,
        view.openView().map(Record::toString).orElse("ended"));
    return true;
  }

  /** Stops the statement, interrupts the thread, ends the view; does not wait for any of it. */
  void stop(Executor blocking) {
    if (stopped) {
      return;
    }
    stopped = true;
    blocking.execute(
        () -> {
          view.cancel(GRACE);
          view.close();
        });
    synchronized (this) {
      if (!ended) {
        interrupted = true;
        thread.interrupt();
      }
    }
  }
}
