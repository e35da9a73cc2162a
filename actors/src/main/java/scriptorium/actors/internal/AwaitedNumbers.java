package scriptorium.actors.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Those who wait for a sequence number to be shown. The writer pays one volatile read for each
 * batch while nobody waits for what it has reached. Safe for use by any thread.
 *
 * <p>Invariant: lowest ≤ every number in the map.
 */
final class AwaitedNumbers {

  private final Executor waiters;
  private final NavigableMap<Long, List<CompletableFuture<Void>>> byNumber = new TreeMap<>();
  private volatile long lowest = Long.MAX_VALUE;

  AwaitedNumbers(Executor waiters) {
    this.waiters = waiters;
  }

  /** Completes, on the waiters' executor, when the number shown has come so far. */
  CompletableFuture<Void> await(long number, LongSupplier shown) {
    if (shown.getAsLong() >= number) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> waiting = new CompletableFuture<>();
    add(number, waiting);
    var unused = waiting.whenComplete((done, cancelled) -> remove(number, waiting));
    if (shown.getAsLong() >= number) { // reached before the writer could see who waits
      waiting.complete(null);
    }
    return waiting;
  }

  /** This number is shown now; after it can be read. */
  void reached(long number) {
    if (number >= lowest) {
      waiters.execute(() -> take(number).forEach(waiting -> waiting.complete(null)));
    }
  }

  private synchronized void add(long number, CompletableFuture<Void> waiting) {
    byNumber.computeIfAbsent(number, key -> new ArrayList<>(1)).add(waiting);
    lowest = byNumber.firstKey();
  }

  private synchronized void remove(long number, CompletableFuture<Void> waiting) {
    byNumber.computeIfPresent(
        number,
        (key, same) -> same.removeIf(one -> one == waiting) && same.isEmpty() ? null : same);
    lowest = byNumber.isEmpty() ? Long.MAX_VALUE : byNumber.firstKey();
  }

  private synchronized List<CompletableFuture<Void>> take(long number) {
    Collection<List<CompletableFuture<Void>>> reached = byNumber.headMap(number, true).values();
    List<CompletableFuture<Void>> taken = new ArrayList<>();
    reached.forEach(taken::addAll);
    reached.clear();
    lowest = byNumber.isEmpty() ? Long.MAX_VALUE : byNumber.firstKey();
    return taken;
  }
}
