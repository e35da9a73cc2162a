package scriptorium.drills.failover.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import scriptorium.actors.TxId;
import scriptorium.drills.failover.history.HistoryWriter;
import scriptorium.drills.failover.process.EventLine;

/**
 * One logical client: one write after the other, each until its verdict, at no more than its share
 * of the rate. The rate keeps the processor free for the nodes, so that a failover is measured and
 * not the queue for two cores; a client that waited for a verdict does not catch up.
 */
final class ClientLoop implements Runnable {

  /** Longer than any failover should take; what has no verdict by then is unknown. */
  private static final Duration WRITE_LIMIT = Duration.ofSeconds(30);

  private final ClientSettings settings;
  private final int client;
  private final HistoryWriter history;
  private final ClientCounters counters;
  private final CountDownLatch stop;

  ClientLoop(
      ClientSettings settings,
      int client,
      HistoryWriter history,
      ClientCounters counters,
      CountDownLatch stop) {
    this.settings = settings;
    this.client = client;
    this.history = history;
    this.counters = counters;
    this.stop = stop;
  }

  @Override
  public void run() {
    Workload workload =
        new Workload(settings.seed(), client, settings.accounts(), settings.items());
    long intervalMicros =
        TimeUnit.SECONDS.toMicros(1) * settings.clients() / settings.writesPerSecond();
    try (NodeConnection connection = new NodeConnection(settings.ports(), client)) {
      long due = EventLine.nowMicros();
      while (!pausedUntil(due)) {
        DrillMutation mutation = workload.next(TxId.next(Instant.now()));
        write(connection, mutation).ifPresent(value -> learn(workload, mutation, value));
        due = Math.max(due + intervalMicros, EventLine.nowMicros() - intervalMicros);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("client stopped: client=" + client, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private OptionalLong write(NodeConnection connection, DrillMutation mutation)
      throws IOException, InterruptedException {
    return new WriteCall(history, counters, connection, client, mutation)
        .send(EventLine.nowMicros() + WRITE_LIMIT.toMillis() * 1000);
  }

  private static void learn(Workload workload, DrillMutation mutation, long value) {
    if (mutation instanceof DrillMutation.InsertItem) {
      workload.inserted(value);
    }
  }

  /** Waits until the time; true when it is time to stop. */
  private boolean pausedUntil(long micros) throws InterruptedException {
    long wait = Math.max(0, micros - EventLine.nowMicros());
    return stop.await(wait, TimeUnit.MICROSECONDS);
  }
}
