package scriptorium.actors;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.eventstream.EventStream;
import java.time.Duration;

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

  @Override
  public void close() {
    probe.stop();
  }
}
