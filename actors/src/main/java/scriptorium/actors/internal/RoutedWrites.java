package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.CancelReply;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.internal.ClusterMessage.Announced;

/**
 * This node's writes that another node is to run, in order. Each has a number, the call, by which
 * the writer's node knows a message sent twice; another writer gets it under a new number, so that
 * a late answer of the old one is told from the new one's. Owned by the node's actor.
 *
 * <p>Invariant: no call is sent whose number is {@code max-unanswered} or more above the oldest
 * open one, so the other side has a bounded number of them to remember.
 */
final class RoutedWrites {

  private final ActorRef<ClusterMessage> self;
  private final StoreSettings.Cluster settings;
  private Map<Long, RoutedWrite<?>> open = new LinkedHashMap<>(); // rising numbers
  private long calls;
  private @Nullable ActorRef<ClusterMessage> writer;

  RoutedWrites(ActorRef<ClusterMessage> self, StoreSettings.Cluster settings) {
    this.self = self;
    this.settings = settings;
  }

  void add(RoutedWrite<?> write, long nowNanos) {
    open.put(++calls, write);
    sendDue(nowNanos);
  }

  /** This node writes now, or writes on with another incarnation. */
  void writerIs(Announced announced, long nowNanos) {
    if (!announced.node().equals(writer)) {
      writer = announced.node();
      Map<Long, RoutedWrite<?>> before = open;
      open = new LinkedHashMap<>();
      for (RoutedWrite<?> write : before.values()) {
        if (write.writerLost()) {
          open.put(++calls, write);
        }
      }
    }
    sendDue(nowNanos);
  }

  /** Sends what was never sent, and again what has waited for too long. */
  void sendDue(long nowNanos) {
    ActorRef<ClusterMessage> to = writer;
    if (to == null || open.isEmpty()) {
      return;
    }
    long oldest = open.keySet().iterator().next();
    for (Map.Entry<Long, RoutedWrite<?>> entry : open.entrySet()) {
      long call = entry.getKey();
      RoutedWrite<?> write = entry.getValue();
      if (call - oldest >= settings.maxUnanswered()) {
        return;
      }
      if (write.isDue(nowNanos)) {
        long again = nowNanos + settings.resendAfter().toNanos();
        to.tell(write.toSend(call, oldest, again, self));
      }
    }
  }

  void onReply(ClusterMessage.RemoteReply reply, long nowNanos) {
    RoutedWrite<?> write = open.get(reply.call());
    if (write == null) {
      return; // an answer sent twice, or a lost writer's
    }
    if (RemoteReplies.isToBeSentAgain(reply.reply())) {
      if (!write.declined()) {
        open.remove(reply.call());
      }
      return;
    }
    open.remove(reply.call());
    if (!write.answer(reply.reply())) {
      open.put(++calls, write); // under this number it would get the same answer
    }
    sendDue(nowNanos);
  }

  /**
   * Stops the writes with this txId.
   *
   * @return whether there are any
   */
  boolean cancel(UUID txId, Consumer<CancelReply> told, long nowNanos) {
    List<Long> stopped = new ArrayList<>();
    boolean found = false;
    for (Map.Entry<Long, RoutedWrite<?>> entry : open.entrySet()) {
      if (entry.getValue().txId().equals(txId)) {
        found = true;
        if (!entry.getValue().cancel(told)) {
          stopped.add(entry.getKey());
        }
      }
    }
    stopped.forEach(open::remove);
    sendDue(nowNanos);
    return found;
  }

  /** Answers those whose time is over. */
  void giveUpOverdue(long nowNanos, StorePhase phase, String detail) {
    open.values()
        .removeIf(
            write -> {
              boolean over = write.isOver(nowNanos);
              if (over) {
                write.giveUp(phase, detail);
              }
              return over;
            });
  }

  /** The node ends: nobody is left without an answer. */
  void giveUpAll(StorePhase phase, String detail) {
    open.values().forEach(write -> write.giveUp(phase, detail));
    open.clear();
  }
}
