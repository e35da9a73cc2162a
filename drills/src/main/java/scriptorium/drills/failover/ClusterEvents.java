package scriptorium.drills.failover;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import scriptorium.drills.failover.process.EventLine;

/** Everything the children told, in the order of arrival. Safe for use by several threads. */
final class ClusterEvents {

  /**
   * An event and who told it.
   *
   * @param source the node's index; {@link #CLIENT} for the client process
   * @param line the event
   */
  record Told(int source, EventLine line) {

    boolean is(String kind) {
      return line.kind().equals(kind);
    }
  }

  static final int CLIENT = -1;

  private final List<Told> all = new ArrayList<>();
  private Optional<EventLine> clientProgress = Optional.empty();
  private long arrivals;

  /** An event arrived. */
  synchronized void tell(int source, EventLine line) {
    // Progress comes ten times a second and only its newest counts.
    if (source == CLIENT && line.fields().containsKey("acknowledged")) {
      clientProgress = Optional.of(line);
    } else {
      all.add(new Told(source, line));
    }
    arrivals++;
    notifyAll();
  }

  /** How many events there are: the place from which later ones are looked for. */
  synchronized int size() {
    return all.size();
  }

  /** The first event from a place on. */
  synchronized Optional<Told> first(int from, Predicate<Told> wanted) {
    return all.subList(from, all.size()).stream().filter(wanted).findFirst();
  }

  /** The last event of all. */
  synchronized Optional<Told> last(Predicate<Told> wanted) {
    for (int i = all.size() - 1; i >= 0; i--) {
      if (wanted.test(all.get(i))) {
        return Optional.of(all.get(i));
      }
    }
    return Optional.empty();
  }

  /** All events from a place on. */
  synchronized List<Told> since(int from) {
    return List.copyOf(all.subList(from, all.size()));
  }

  /** What the clients counted last. */
  synchronized Optional<EventLine> clientProgress() {
    return clientProgress;
  }

  /** Waits for the next event, at most this long. */
  synchronized void await(Duration limit) throws InterruptedException {
    long before = arrivals;
    long end = System.nanoTime() + limit.toNanos();
    while (arrivals == before && System.nanoTime() < end) {
      wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
  }
}
