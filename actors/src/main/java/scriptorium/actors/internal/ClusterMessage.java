package scriptorium.actors.internal;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import scriptorium.actors.Outcome;
import scriptorium.actors.StoreCommand;

/** What a {@link ClusterNode} hears. */
sealed interface ClusterMessage {

  /** What travels between nodes, by {@link ClusterSerializer}. */
  sealed interface Remote extends ClusterMessage {}

  /**
   * This node writes.
   *
   * @param epochNumber the number of the writer's epoch event: of two, the higher is right
   * @param address the writer's node, for people
   * @param node where writes are to be sent
   */
  record Announced(long epochNumber, String address, ActorRef<ClusterMessage> node)
      implements Remote {}

  /**
   * A write of a registered type.
   *
   * @param call the sender's number for it
   * @param oldestOpen of the sender's calls all below this one are over
   */
  @SuppressWarnings("ArrayRecordComponent") // sent once, compared by nobody
  record RemoteWrite(
      long call,
      long oldestOpen,
      UUID txId,
      String label,
      String typeId,
      byte[] mutation,
      Optional<Duration> queueTimeout,
      Optional<Duration> runTimeout,
      ActorRef<ClusterMessage> replyTo)
      implements Remote {}

  /** Stop the write of this call; the answer is the write's own. */
  record RemoteCancel(long call, long oldestOpen, UUID txId, ActorRef<ClusterMessage> replyTo)
      implements Remote {}

  /** How it ended, by {@link RemoteReplies}. */
  @SuppressWarnings("ArrayRecordComponent") // sent once, compared by nobody
  record RemoteReply(long call, byte[] reply) implements Remote {}

  /** What became of a write? */
  record RemoteQuestion(long call, UUID txId, ActorRef<ClusterMessage> replyTo) implements Remote {}

  /** This became of it. */
  record RemoteOutcome(long call, Outcome outcome) implements Remote {}

  /**
   * Open the store, in place of a node whose program is too old for it; sent again while it is
   * open.
   *
   * @param storeVersion the newest schema script that the store has been through
   */
  record OpenInstead(int storeVersion, ActorRef<ClusterMessage> replyTo) implements Remote {}

  /**
   * Whether it is open on that node.
   *
   * @param programVersion the newest schema script of that node's program
   */
  record OpenedInstead(boolean open, String address, int programVersion) implements Remote {}

  /** The cluster nominated this node. */
  record Nominated(ActorRef<WriterSeat.Message> seat) implements ClusterMessage {}

  /** The cluster takes the nomination back: the store is to be closed here. */
  record Dismissed() implements ClusterMessage {}

  /** The store has been through schema scripts that this node's program does not know. */
  record Outdated(int storeVersion, String reason) implements ClusterMessage {}

  /** This node leaves the cluster. */
  record Leaving(CompletableFuture<Done> closed) implements ClusterMessage {}

  /** A write of another node has its answer here. */
  @SuppressWarnings("ArrayRecordComponent") // told once, compared by nobody
  record Answered(ActorRef<ClusterMessage> to, long call, byte[] reply) implements ClusterMessage {}

  /** The store that had opened on this node is gone. */
  record HostGone(ActorRef<HostMessage> host) implements ClusterMessage {}

  /** A caller on this node. */
  record Asked(StoreCommand command) implements ClusterMessage {}

  /** A write of this node for whoever writes. */
  record Route(RoutedWrite<?> write) implements ClusterMessage {}

  /** The store opened on this node. */
  record Opened(OpenStore store, ActorRef<HostMessage> host) implements ClusterMessage {}

  /** Time to announce, to send again, to give up. */
  record Tick() implements ClusterMessage {}
}
