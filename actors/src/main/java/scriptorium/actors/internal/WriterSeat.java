package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;

/**
 * The cluster singleton: it lives on the node that the cluster nominates, the oldest one, and ends
 * when the store is closed there, so that the next is not nominated before. It opens nothing
 * itself: the node may leave that to another whose program is newer.
 */
final class WriterSeat {

  private WriterSeat() {}

  /** What a seat hears. */
  enum Message {
    /** From the cluster: the nomination ends. */
    LEAVE,
    /** From the node: the store is closed. */
    VACATED
  }

  /** A seat that belongs to a node. */
  static Behavior<Message> of(ActorRef<ClusterMessage> node) {
    return Behaviors.setup(
        context -> {
          node.tell(new ClusterMessage.Nominated(context.getSelf()));
          context.watchWith(node, Message.VACATED);
          return Behaviors.receiveMessage(
              message -> {
                if (message == Message.VACATED) {
                  return Behaviors.stopped();
                }
                node.tell(new ClusterMessage.Dismissed());
                return Behaviors.same();
              });
        });
  }
}
