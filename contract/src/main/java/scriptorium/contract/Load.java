package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Writers that keep a journal busy, each with a persistence id of its own. */
final class Load implements AutoCloseable {
  private final JournalClient journal;
  private final ExecutorService threads;
  private final List<Busy> writers;
  private final List<Future<Long>> written;
  private volatile boolean enough;

  /** One of them; says how many events it wrote. */
  private final class Busy implements Callable<Long> {
    private final String id = PluginContract.newId("load");

    @Override
    public Long call() {
      long number = 0;
      while (!enough) {
        number++;
        assertTrue(journal.write(id, number, "event " + number).isStored());
      }
      return number;
    }
  }

  private Load(JournalClient journal, int writers) {
    this.journal = journal;
    this.threads = Executors.newFixedThreadPool(writers);
    this.writers = IntStream.range(0, writers).mapToObj(i -> new Busy()).toList();
    this.written = this.writers.stream().map(threads::submit).toList();
  }

  static Load start(JournalClient journal, int writers) {
    return new Load(journal, writers);
  }

  /** The id that one of them writes. */
  String id() {
    return writers.get(0).id;
  }

  /** Ends the writers: all they wrote must be there. */
  void expectWhole() throws InterruptedException, ExecutionException {
    enough = true;
    for (int i = 0; i < writers.size(); i++) {
      long count = written.get(i).get();
      assertTrue(count > 0, "a writer wrote nothing");
      JournalClient.Replayed replayed = journal.replay(writers.get(i).id);
      assertEquals(List.of(JournalRules.numbered(1, (int) count)), replayed.texts());
    }
  }

  @Override
  public void close() {
    enough = true;
    threads.shutdown();
    try {
      assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS), "a writer did not end");
    } catch (InterruptedException e) {
      throw new IllegalStateException("a test was interrupted", e);
    }
  }
}
