package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertFalse;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.eventstream.EventStream;
import java.time.Duration;
import java.util.List;

/** The events that a store publishes from now on. */
final class Events implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final TestProbe<StoreEvent> probe;

  private Events(TestProbe<StoreEvent> probe) {
    this.probe = probe;
  }

  static Events of(StoreFixture store) {
    TestProbe<StoreEvent> probe = TestProbe.create(StoreEvent.class, store.system());
    store
        .system()
        .eventStream()
        .tell(new EventStream.Subscribe<>(StoreEvent.class, probe.getRef()));
    return new Events(probe);
  }

  /** The next event of this kind; others before it are skipped. */
  <E extends StoreEvent> E await(Class<E> kind) {
    while (true) {
      StoreEvent event = probe.receiveMessage(LIMIT);
      if (kind.isInstance(event)) {
        return kind.cast(event);
      }
    }
  }

  /** None of this kind comes within this time. */
  <E extends StoreEvent> void expectNone(Class<E> kind, Duration within) {
    long end = System.nanoTime() + within.toNanos();
    for (long left = within.toNanos(); left > 0; left = end - System.nanoTime()) {
      for (StoreEvent event : received(Duration.ofNanos(left))) {
        assertFalse(kind.isInstance(event), event.toString());
      }
    }
  }

  private List<StoreEvent> received(Duration within) {
    try {
      return List.of(probe.receiveMessage(within));
    } catch (AssertionError none) {
      return List.of();
    }
  }

  @Override
  public void close() {
    probe.stop();
  }
}
