package scriptorium.actors.internal;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.Mutation;
import scriptorium.actors.MutationType;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;

/**
 * A write of this node that another node is to run. It is sent again, with its txId, until a final
 * answer comes or its time is over: it runs at most once. Owned by the node's actor.
 */
final class RoutedWrite<T extends @Nullable Object> {

  private final WriteRequest<T> request;
  private final MutationType<?, T> type;
  private final byte[] mutation;
  private final long deadlineNanos;
  private final Consumer<WriteReply<T>> replyTo;
  private long sentNanos;
  private boolean sent;
  private boolean everSent;

  private RoutedWrite(
      WriteRequest<T> request,
      MutationType<?, T> type,
      byte[] mutation,
      long deadlineNanos,
      Consumer<WriteReply<T>> replyTo) {
    this.request = request;
    this.type = type;
    this.mutation = mutation;
    this.deadlineNanos = deadlineNanos;
    this.replyTo = replyTo;
  }

  static <T extends @Nullable Object> RoutedWrite<T> of(
      WriteRequest<T> request,
      MutationType<?, T> type,
      StoreSettings.Write limits,
      long nowNanos,
      Consumer<WriteReply<T>> replyTo) {
    Duration longest =
        request
            .queueTimeout()
            .orElse(limits.queueTimeout())
            .plus(request.runTimeout().orElse(limits.runTimeout()))
            .plus(limits.journalTimeout());
    return new RoutedWrite<>(
        request, type, encode(type, request.mutation()), nowNanos + longest.toNanos(), replyTo);
  }

  private static <M extends Mutation<T>, T extends @Nullable Object> byte[] encode(
      MutationType<M, T> type, Mutation<T> mutation) {
    return type.encode(type.mutationClass().cast(mutation));
  }

  int bytes() {
    return mutation.length;
  }

  boolean isOver(long nowNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  /** Whether it was never sent, or so long ago that it is to be sent again. */
  boolean isDue(long nowNanos, Duration retryAfter) {
    return !sent || nowNanos - sentNanos >= retryAfter.toNanos();
  }

  ClusterMessage.RemoteWrite toSend(
      long call, long nowNanos, akka.actor.typed.ActorRef<ClusterMessage> from) {
    sent = true;
    everSent = true;
    sentNanos = nowNanos;
    return new ClusterMessage.RemoteWrite(
        call,
        request.txId(),
        request.label(),
        type.id(),
        mutation,
        request.queueTimeout(),
        request.runTimeout(),
        from);
  }

  /** The writer has changed, or did not take it: it is to be sent at once when one is known. */
  void sendAgain() {
    sent = false;
  }

  void answer(byte[] reply) {
    answer(RemoteReplies.decode(reply, type, request.txId()));
  }

  void answer(WriteReply<T> reply) {
    replyTo.accept(reply);
  }

  void giveUp() {
    answer(
        everSent
            ? new WriteReply.Unknown<>(request.txId(), "the writer's node did not answer in time")
            : new WriteReply.NotReady<>(StorePhase.STARTING, "no writer was heard of in time"));
  }

  void tooLarge(int limit) {
    answer(new WriteReply.TooLarge<>(mutation.length, limit));
  }
}
