package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * How a {@link StoreHost} is tied to its surroundings.
 *
 * @param node this node's address, for people
 * @param store the store that is to open
 * @param opened told of the store and its host when it opens on this node
 * @param fenced run when another writer has claimed the journal: in a cluster the node must leave
 * @param outdated told when the store has been through schema scripts that this program does not
 *     know; empty where nobody else could write, so that the store refuses everything
 * @param staysToAnswer whether the actor lives on after a stop, to answer that the store has
 *     stopped
 */
record HostWiring(
    String node,
    Supplier<OpenStore> store,
    BiConsumer<OpenStore, ActorRef<HostMessage>> opened,
    Runnable fenced,
    Optional<Consumer<NewerSchemaException>> outdated,
    boolean staysToAnswer) {}
