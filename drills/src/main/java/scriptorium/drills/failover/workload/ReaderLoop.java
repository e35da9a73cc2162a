package scriptorium.drills.failover.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import scriptorium.drills.failover.history.ClientRead;
import scriptorium.drills.failover.history.HistoryWriter;
import scriptorium.drills.failover.process.EventLine;

/**
 * One logical reader: scans all accounts again and again, and writes down each total it is shown.
 * Nodes that cannot answer are passed by.
 */
final class ReaderLoop implements Runnable {

  private static final long PAUSE_MILLIS = 50;

  private final ClientSettings settings;
  private final int reader;
  private final HistoryWriter history;
  private final ClientCounters counters;
  private final CountDownLatch stop;

  ReaderLoop(
      ClientSettings settings,
      int reader,
      HistoryWriter history,
      ClientCounters counters,
      CountDownLatch stop) {
    this.settings = settings;
    this.reader = reader;
    this.history = history;
    this.counters = counters;
    this.stop = stop;
  }

  @Override
  public void run() {
    try (NodeConnection connection = new NodeConnection(settings.ports(), reader)) {
      while (!stop.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        read(connection);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reader stopped: reader=" + reader, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(NodeConnection connection) throws IOException {
    long started = EventLine.nowMicros();
    String[] answer;
    try {
      answer = connection.ask(Protocol.TOTAL).split(" ", 3);
    } catch (IOException e) {
      return; // A read without answer changes nothing: the next one asks the next node.
    }
    if (!answer[0].equals(Protocol.TOTAL)) {
      connection.next();
      return;
    }
    long now = EventLine.nowMicros();
    history.read(
        new ClientRead(
            reader,
            now,
            Long.parseLong(answer[1]),
            Long.parseLong(answer[2]),
            (now - started) / 1000));
    counters.reads.incrementAndGet();
  }
}
