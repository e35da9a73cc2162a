package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.ActorSystem;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.javadsl.EventsByPersistenceIdQuery;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.SinkQueueWithCancel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Takes events of a live query one by one, none before it is asked for. For one thread. */
final class LiveReader implements AutoCloseable {
  private final SinkQueueWithCancel<EventEnvelope> queue;
  private final Duration patience;
  private final List<String> texts = new ArrayList<>();
  private @Nullable CompletionStage<Optional<EventEnvelope>> asked;
  private long next;

  LiveReader(
      EventsByPersistenceIdQuery query,
      ActorSystem system,
      String id,
      long from,
      long to,
      Duration patience) {
    this.patience = patience;
    this.next = from;
    queue = query.eventsByPersistenceId(id, from, to).runWith(Sink.queue(), system);
  }

  /** The next event; empty when the stream ended. Its number must follow the one before. */
  Optional<EventEnvelope> take() {
    Optional<EventEnvelope> event;
    try {
      event = pull().toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new FailedStream(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("event " + next + " did not come within " + patience, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("a test was interrupted", e);
    }
    asked = null;
    event.ifPresent(this::note);
    return event;
  }

  private CompletionStage<Optional<EventEnvelope>> pull() {
    CompletionStage<Optional<EventEnvelope>> pulled = asked;
    if (pulled == null) {
      pulled = queue.pull();
      asked = pulled;
    }
    return pulled;
  }

  private void note(EventEnvelope event) {
    assertEquals(next, event.sequenceNr(), "a gap or a double");
    next++;
    texts.add(((Note) event.event()).text());
  }

  /** Takes events up to a number. */
  LiveReader takeTo(long number) {
    while (next <= number) {
      if (take().isEmpty()) {
        throw new AssertionError("the stream ended before event " + next);
      }
    }
    return this;
  }

  /** Whether one comes within a while, when it is asked for. */
  boolean hasMoreWithin(Duration time) {
    try {
      return pull().toCompletableFuture().get(time.toMillis(), TimeUnit.MILLISECONDS).isPresent();
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new FailedStream(e.getCause());
    } catch (InterruptedException e) {
      throw new IllegalStateException("a test was interrupted", e);
    }
  }

  /** Expects the next event to have a number of its own, for streams that may begin later. */
  LiveReader startingAt(long number) {
    next = number;
    return this;
  }

  List<String> texts() {
    return List.copyOf(texts);
  }

  /** The stream's own failure. */
  static final class FailedStream extends AssertionError {
    private static final long serialVersionUID = 1L;

    FailedStream(@Nullable Throwable cause) {
      super("the stream failed: " + cause, cause);
    }
  }

  @Override
  public void close() {
    queue.cancel();
  }
}
