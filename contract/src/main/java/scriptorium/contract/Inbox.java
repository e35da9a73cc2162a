package scriptorium.contract;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An actor whose messages a test takes one by one. Close it when the answers are in. */
final class Inbox implements AutoCloseable {
  private final BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
  private final ActorSystem system;
  private final ActorRef ref;

  private static final class Collector extends AbstractActor {
    private final BlockingQueue<Object> messages;

    Collector(BlockingQueue<Object> messages) {
      this.messages = messages;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(messages::add).build();
    }
  }

  Inbox(ActorSystem system) {
    this.system = system;
    BlockingQueue<Object> target = messages;
    ref = system.actorOf(Props.create(Collector.class, () -> new Collector(target)));
  }

  ActorRef ref() {
    return ref;
  }

  /** The next message. */
  Object next(Duration patience) {
    Object message = poll(patience);
    if (message == null) {
      throw new AssertionError("no answer within " + patience);
    }
    return message;
  }

  /** The next message, or null when none comes in time. */
  @Nullable Object poll(Duration patience) {
    try {
      return messages.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("a test was interrupted", e);
    }
  }

  @Override
  public void close() {
    system.stop(ref);
  }
}
