package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.Mutation;
import scriptorium.actors.MutationType;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;

/**
 * Takes the writes of this node's callers that another node is to run, and refuses at once what
 * could not be sent. Safe for use by any thread; answers are given on another than the caller's.
 */
final class Routing implements StoreDoor.Elsewhere {

  private final ActorRef<ClusterMessage> node;
  private final NodeView view;
  private final StoreSettings settings;
  private final Executor replies;
  private final Map<Class<?>, MutationType<?, ?>> types = new HashMap<>();
  private final AtomicInteger waiting = new AtomicInteger();

  Routing(ActorRef<ClusterMessage> node, NodeView view, StoreSettings settings, Executor replies) {
    this.node = node;
    this.view = view;
    this.settings = settings;
    this.replies = replies;
    settings.mutationTypes().forEach(type -> types.put(type.mutationClass(), type));
  }

  @Override
  public <T extends @Nullable Object> void write(
      WriteRequest<T> request, Consumer<WriteReply<T>> replyTo) {
    @SuppressWarnings("unchecked") // a type registered for a mutation's class has its value type
    MutationType<?, T> type = (MutationType<?, T>) types.get(request.mutation().getClass());
    Consumer<WriteReply<T>> elsewhere =
        reply -> replies.execute(() -> replyTo.accept(reply)); // never on the node's own thread
    if (type == null) {
      elsewhere.accept(new WriteReply.NotTheWriter<>(view.status().writer()));
    } else {
      route(request, type, elsewhere);
    }
  }

  private <T extends @Nullable Object> void route(
      WriteRequest<T> request, MutationType<?, T> type, Consumer<WriteReply<T>> replyTo) {
    Optional<WriteReply<T>> refusal = Refusals.ofLabel(request, settings.write());
    if (refusal.isPresent()) {
      replyTo.accept(refusal.get());
      return;
    }
    byte[] mutation;
    try {
      mutation = encode(type, request.mutation());
    } catch (RuntimeException e) { // the type's own code
      replyTo.accept(
          Refusals.ofText(
              "mutation cannot be encoded: type=" + type.id() + ": " + Refusals.describe(e)));
      return;
    }
    int limit = settings.cluster().maxMessageBytes();
    if (mutation.length > limit) {
      replyTo.accept(new WriteReply.TooLarge<>(mutation.length, limit));
      return;
    }
    int queued = waiting.incrementAndGet();
    if (queued > settings.write().queueCapacity()) {
      waiting.decrementAndGet();
      replyTo.accept(Refusals.busy(queued - 1));
      return;
    }
    Consumer<WriteReply<T>> counted =
        reply -> {
          waiting.decrementAndGet();
          replyTo.accept(reply);
        };
    node.tell(
        new ClusterMessage.Route(
            new RoutedWrite<>(
                request, type, mutation, settings.write(), System.nanoTime(), counted)));
  }

  private static <M extends Mutation<T>, T extends @Nullable Object> byte[] encode(
      MutationType<M, T> type, Mutation<T> mutation) {
    return type.encode(type.mutationClass().cast(mutation));
  }
}
