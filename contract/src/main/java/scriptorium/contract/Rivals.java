package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Two writers of one persistence id that recover and write at the same time: each goes on until it
 * is refused, or has written enough and knows that the other one is. So it does not matter if one
 * comes late, as where it has yet to connect.
 */
final class Rivals implements AutoCloseable {
  private static final int WRITES = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final List<JournalClient> journals;
  private final String id;
  private final CountDownLatch start = new CountDownLatch(2);
  private final AtomicBoolean refused = new AtomicBoolean();

  /** What one of them was told: the texts that it knows are stored, and whether it was refused. */
  private record Told(List<String> stored, boolean refused, String recovered) {}

  Rivals(JournalClient one, JournalClient other, String id) {
    this.journals = List.of(one, other);
    this.id = id;
  }

  private Callable<Told> writer(String name, JournalClient journal) {
    return () -> {
      start.countDown();
      assertTrue(start.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS));
      Told told = write(name, journal);
      refused.compareAndSet(false, told.refused());
      return told;
    };
  }

  private Told write(String name, JournalClient journal) {
    List<String> stored = new ArrayList<>();
    JournalClient.Replayed replayed = journal.replayUnlessRefused(id);
    if (replayed == null) {
      return new Told(stored, true, "refused");
    }
    long highest = replayed.highest();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while ((stored.size() < WRITES || !refused.get()) && System.nanoTime() < end) {
      long number = highest + 1 + stored.size();
      String text = name + " " + PluginContract.newId("w") + " at " + number;
      if (!journal.write(id, number, text).isStored()) {
        return new Told(stored, true, "from " + highest);
      }
      stored.add(text);
    }
    return new Told(stored, false, "from " + highest);
  }

  /** Exactly one is never refused; whatever either was told is stored, once. */
  void expectOneToGoOn() {
    List<Future<Told>> running =
        List.of(
            threads.submit(writer("one", journals.get(0))),
            threads.submit(writer("other", journals.get(1))));
    Told one = result(running.get(0));
    Told other = result(running.get(1));

    assertTrue(one.refused() || other.refused(), "both went on: " + one + " " + other);
    assertFalse(one.refused() && other.refused(), "nobody went on: " + one + " " + other);
    JournalClient.Replayed found = journals.get(one.refused() ? 1 : 0).replay(id);
    assertEquals(found.events().size(), found.highest());
    for (String text : concat(one.stored(), other.stored())) {
      assertEquals(
          1, found.texts().stream().filter(text::equals).count(), "lost or doubled: " + text);
    }
  }

  private static List<String> concat(List<String> one, List<String> other) {
    List<String> all = new ArrayList<>(one);
    all.addAll(other);
    return all;
  }

  private static Told result(Future<Told> told) {
    try {
      return told.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException | InterruptedException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError("a writer failed", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
