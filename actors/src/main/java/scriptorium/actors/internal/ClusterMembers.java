package scriptorium.actors.internal;

import akka.actor.ActorSelection;
import akka.actor.Address;
import akka.actor.RootActorPath;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The nodes of a store's cluster, and how they are reached.
 *
 * @param path where a node's actor is found on every node
 * @param writerRole the role of those that may write; empty for all
 */
record ClusterMembers(ActorSystem<?> system, String path, String writerRole) {

  /** Sends a message to a node, which may be gone. */
  void tell(Address node, ClusterMessage message) {
    ActorSelection actor =
        Adapter.toClassic(system)
            .actorSelection(new RootActorPath(node, "/").toString() + path.substring(1));
    actor.tell(message, akka.actor.ActorRef.noSender());
  }

  /** All of them. */
  Set<Address> addresses() {
    Set<Address> addresses = new HashSet<>();
    cluster().state().getMembers().forEach(member -> addresses.add(member.address()));
    return addresses;
  }

  /** The others that are up and may write, the youngest first. */
  List<Address> candidates() {
    List<Member> others = new ArrayList<>();
    for (Member member : cluster().state().getMembers()) {
      if (member.status() == MemberStatus.up()
          && !member.address().equals(cluster().selfMember().address())
          && (writerRole.isEmpty() || member.hasRole(writerRole))) {
        others.add(member);
      }
    }
    others.sort((one, other) -> one.isOlderThan(other) ? 1 : -1);
    return others.stream().map(Member::address).toList();
  }

  private Cluster cluster() {
    return Cluster.get(system);
  }
}
