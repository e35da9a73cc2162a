package scriptorium.benchmarks.reading;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import scriptorium.actors.Query;
import scriptorium.actors.ReadReply;
import scriptorium.actors.Store;
import scriptorium.benchmarks.workload.Samples;

/**
 * Readers that ask the same heavy question again as soon as they have an answer. Started once,
 * stopped once; the counters may be read at any time.
 */
final class ReaderLoad {

  private static final long LONGEST_END_SECONDS = 60;

  private final Store store;
  private final Executor callbacks;
  private final Query<Long> question;
  private final CountDownLatch running;
  private final List<Samples> ofReaders = new ArrayList<>();
  private final LongAdder answered = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private volatile boolean stopped;

  private ReaderLoad(Store store, Executor callbacks, String sql, int readers) {
    this.store = store;
    this.callbacks = callbacks;
    this.question = connection -> countRows(connection.createStatement(), sql);
    this.running = new CountDownLatch(readers);
  }

  /**
   * Lets so many readers ask.
   *
   * @param callbacks where they hear the answers, so that one given at once makes no recursion
   */
  static ReaderLoad start(Store store, Executor callbacks, String sql, int readers) {
    ReaderLoad load = new ReaderLoad(store, callbacks, sql, readers);
    for (int i = 0; i < readers; i++) {
      Samples own = new Samples();
      load.ofReaders.add(own);
      load.ask(own);
    }
    return load;
  }

  private static long countRows(Statement statement, String sql) throws SQLException {
    try (statement;
        ResultSet result = statement.executeQuery(sql)) {
      long rows = 0;
      while (result.next()) {
        rows++;
      }
      return rows;
    }
  }

  private void ask(Samples own) {
    if (stopped) {
      running.countDown();
      return;
    }
    long askedNanos = System.nanoTime();
    var unused =
        store
            .read(question)
            .whenCompleteAsync(
                (reply, failure) -> answered(reply, System.nanoTime() - askedNanos, own),
                callbacks);
  }

  private void answered(ReadReply<Long> reply, long nanos, Samples own) {
    if (reply instanceof ReadReply.Answered<Long>) {
      answered.increment();
      own.add(nanos);
    } else {
      refused.increment();
    }
    ask(own);
  }

  /** Questions answered so far. */
  long answers() {
    return answered.sum();
  }

  /** Questions not answered: no permit in time, or too slow. */
  long refusals() {
    return refused.sum();
  }

  /**
   * Lets each reader end with the answer it waits for.
   *
   * @return how long all answers took, those last ones among them: without them the slowest would
   *     be missing
   */
  Samples stop() throws InterruptedException, TimeoutException {
    stopped = true;
    if (!running.await(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException("readers did not end within " + LONGEST_END_SECONDS + " s");
    }
    Samples all = new Samples();
    ofReaders.forEach(all::addAll);
    return all;
  }
}
