package scriptorium.benchmarks;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import scriptorium.actors.Query;
import scriptorium.actors.ReadReply;
import scriptorium.actors.Store;

/**
 * Readers that ask the same heavy question again as soon as they have an answer. Started once,
 * stopped once; the counters may be read at any time.
 */
final class ReaderLoad {

  private final Store store;
  private final String sql;
  private final CountDownLatch running;
  private final LongAdder answered = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private volatile boolean stopped;

  private ReaderLoad(Store store, String sql, int readers) {
    this.store = store;
    this.sql = sql;
    this.running = new CountDownLatch(readers);
  }

  static ReaderLoad start(Store store, String sql, int readers) {
    ReaderLoad load = new ReaderLoad(store, sql, readers);
    for (int i = 0; i < readers; i++) {
      load.ask();
    }
    return load;
  }

  private void ask() {
    if (stopped) {
      running.countDown();
      return;
    }
    Query<Long> query =
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet result = statement.executeQuery(sql)) {
            long rows = 0;
            while (result.next()) {
              rows++;
            }
            return rows;
          }
        };
    var unused = store.read(query).whenCompleteAsync((reply, failure) -> answered(reply));
  }

  private void answered(ReadReply<Long> reply) {
    if (reply instanceof ReadReply.Answered<Long>) {
      answered.increment();
    } else {
      refused.increment();
    }
    ask();
  }

  /** Questions answered so far. */
  long answers() {
    return answered.sum();
  }

  /** Questions not answered: no permit in time, or too slow. */
  long refusals() {
    return refused.sum();
  }

  /** Lets each reader end with the answer it waits for. */
  void stop() throws InterruptedException, TimeoutException {
    stopped = true;
    if (!running.await(60, TimeUnit.SECONDS)) {
      throw new TimeoutException("readers did not end within 60 s");
    }
  }
}
