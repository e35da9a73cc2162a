package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.CancelReply;
import scriptorium.actors.MutationType;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;

/**
 * A write of this node that another node is to run. It is sent again, with its txId, until a final
 * answer comes or its time is over: it runs at most once. Owned by the node's actor.
 *
 * <p>Invariant: "not run" is answered only while no copy of it can have run. A copy that was sent
 * to a writer which was lost may have: then only an answer that looked for its outcome counts.
 */
final class RoutedWrite<T extends @Nullable Object> {

  private final WriteRequest<T> request;
  private final MutationType<?, T> type;
  private final byte[] mutation;
  private final Duration runLimit;
  private final long deadlineNanos;
  private final Consumer<WriteReply<T>> replyTo;
  private final List<Consumer<CancelReply>> cancellations = new ArrayList<>();
  private long dueNanos;
  private boolean sent;
  private int copiesOut; // sent to the present writer and not declined; never less than there are
  private boolean mayHaveRun;

  RoutedWrite(
      WriteRequest<T> request,
      MutationType<?, T> type,
      byte[] mutation,
      StoreSettings.Write limits,
      long nowNanos,
      Consumer<WriteReply<T>> replyTo) {
    this.request = request;
    this.type = type;
    this.mutation = mutation;
    this.runLimit = request.runTimeout().orElse(limits.runTimeout());
    this.deadlineNanos =
        nowNanos
            + request
                .queueTimeout()
                .orElse(limits.queueTimeout())
                .plus(runLimit)
                .plus(limits.journalTimeout())
                .toNanos();
    this.dueNanos = nowNanos;
    this.replyTo = replyTo;
  }

  UUID txId() {
    return request.txId();
  }

  boolean isOver(long nowNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  /** Whether it was never sent, or so long ago that it is to be sent again. */
  boolean isDue(long nowNanos) {
    return !sent || nowNanos - dueNanos >= 0;
  }

  /** What is to be sent: the write, or the wish to stop it. */
  ClusterMessage.Remote toSend(
      long call, long oldestOpen, long nextDueNanos, ActorRef<ClusterMessage> from) {
    sent = true;
    dueNanos = nextDueNanos;
    if (!cancellations.isEmpty()) {
      return new ClusterMessage.RemoteCancel(call, oldestOpen, request.txId(), from);
    }
    copiesOut++;
    return new ClusterMessage.RemoteWrite(
        call,
        oldestOpen,
        request.txId(),
        request.label(),
        type.id(),
        mutation,
        request.queueTimeout(),
        request.runTimeout(),
        from);
  }

  /**
   * The writer's node has not taken it, and will not run that copy.
   *
   * @return whether it is to be sent again; else it has been answered
   */
  boolean declined() {
    copiesOut = Math.max(0, copiesOut - 1);
    if (copiesOut > 0 || cancellations.isEmpty()) {
      return true;
    }
    stop();
    return false;
  }

  /**
   * Another node writes: a copy that is out there is lost.
   *
   * @return whether it is to be sent to the new one; else it has been answered
   */
  boolean writerLost() {
    mayHaveRun |= copiesOut > 0;
    copiesOut = 0;
    sent = false;
    if (cancellations.isEmpty()) {
      return true;
    }
    stop();
    return false;
  }

  /**
   * Its caller wants it stopped.
   *
   * @return whether the writer's node must be asked; else it has been answered
   */
  boolean cancel(Consumer<CancelReply> told) {
    cancellations.add(told);
    sent = false; // the wish is due at once
    if (copiesOut > 0) {
      return true;
    }
    stop();
    return false;
  }

  private void stop() {
    answer(
        mayHaveRun
            ? unknown("it was to be stopped when its writer was lost")
            : new WriteReply.Cancelled<>(Duration.ZERO, runLimit, true));
  }

  /**
   * The writer's node has answered.
   *
   * @return false where that leaves open what became of a lost copy: it must be sent again
   */
  boolean answer(byte[] bytes) {
    WriteReply<T> reply = RemoteReplies.decode(bytes, type, request.txId());
    mayHaveRun |= reply instanceof WriteReply.Unknown<?>;
    boolean open = mayHaveRun && RemoteReplies.leavesOpen(bytes);
    if (open && cancellations.isEmpty()) {
      copiesOut = 0;
      return false;
    }
    answer(open ? unknown("it was stopped, but an earlier copy of it may have run") : reply);
    return true;
  }

  void answer(WriteReply<T> reply) {
    replyTo.accept(reply);
    CancelReply cancelReply =
        reply instanceof WriteReply.Cancelled<?> cancelled
            ? new CancelReply.Stopped(!cancelled.ran().isZero())
            : new CancelReply.TooLate(reply);
    cancellations.forEach(told -> told.accept(cancelReply));
  }

  void giveUp(StorePhase phase, String detail) {
    answer(
        copiesOut > 0 || mayHaveRun
            ? unknown("the writer's node did not answer in time")
            : new WriteReply.NotReady<>(phase, detail));
  }

  private WriteReply<T> unknown(String reason) {
    return new WriteReply.Unknown<>(request.txId(), reason);
  }
}
