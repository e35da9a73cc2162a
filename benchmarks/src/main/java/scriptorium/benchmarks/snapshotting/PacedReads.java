package scriptorium.benchmarks.snapshotting;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import scriptorium.actors.Query;
import scriptorium.actors.ReadReply;
import scriptorium.actors.Store;
import scriptorium.benchmarks.workload.Samples;
import scriptorium.benchmarks.workload.SixTables;

/**
 * Reads that come at a rate of their own, whether those before are answered or not, as the reads of
 * many users do. Started once, stopped once.
 */
final class PacedReads {

  private static final long LONGEST_END_SECONDS = 60;

  private static final String SHIPMENTS =
      """
      SELECT S.NUMBER, S.STATE, COUNT(*) FROM SHIPMENT S JOIN SCAN C ON C.SHIPMENT_ID = S.ID
      WHERE S.SENDER_ID = ? GROUP BY S.NUMBER, S.STATE""";

  private final Store store;
  private final int customers;
  private final long everyNanos;
  private final Thread sender;
  private final Samples latencies = new Samples();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong outstanding = new AtomicLong();
  private volatile boolean stopped;

  private PacedReads(Store store, int allRows, int aSecond) {
    this.store = store;
    this.customers = SixTables.CUSTOMER.rows(allRows);
    this.everyNanos = Duration.ofSeconds(1).toNanos() / aSecond;
    this.sender = new Thread(this::send, "paced-reads");
    sender.setDaemon(true);
  }

  static PacedReads start(Store store, int allRows, int aSecond) {
    PacedReads reads = new PacedReads(store, allRows, aSecond);
    reads.sender.start();
    return reads;
  }

  private void send() {
    long due = System.nanoTime();
    for (long number = 0; !stopped; number++) {
      long left = due - System.nanoTime();
      while (left > 0) {
        LockSupport.parkNanos(left);
        left = due - System.nanoTime();
      }
      ask(number * 7919 % customers);
      due += everyNanos;
    }
  }

  private void ask(long customer) {
    Query<Integer> question =
        connection -> {
          try (PreparedStatement select = connection.prepareStatement(SHIPMENTS)) {
            select.setLong(1, customer);
            try (ResultSet result = select.executeQuery()) {
              int rows = 0;
              while (result.next()) {
                rows++;
              }
              return rows;
            }
          }
        };
    outstanding.incrementAndGet();
    long askedNanos = System.nanoTime();
    var unused =
        store.read(question).thenAccept(reply -> answered(reply, System.nanoTime() - askedNanos));
  }

  private void answered(ReadReply<Integer> reply, long nanos) {
    if (reply instanceof ReadReply.Answered<Integer>) {
      synchronized (latencies) {
        latencies.add(nanos);
      }
    } else {
      refused.incrementAndGet();
    }
    outstanding.decrementAndGet();
  }

  /** Waits for the last answers. */
  Samples stop() throws InterruptedException, TimeoutException {
    stopped = true;
    sender.join();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_END_SECONDS);
    while (outstanding.get() > 0) {
      if (System.nanoTime() - end > 0) {
        throw new TimeoutException("reads without an answer: reads=" + outstanding.get());
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
    synchronized (latencies) {
      Samples all = new Samples();
      all.addAll(latencies);
      return all;
    }
  }

  /** Reads that were not answered. */
  long refusals() {
    return refused.get();
  }
}
