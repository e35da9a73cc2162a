/**
 * A node of the drill's cluster: an actor system with the store, and a socket at which clients ask.
 *
 * <pre>
 * client ─line─► NodeService ─► Store.write, read, outcome ─► the writer's node
 * cluster and store events ─► NodeEvents ─► EventLine on standard output ─► the drill
 * </pre>
 *
 * <p>A thread a client connection; the store is safe for use by any thread.
 */
@NullMarked
package scriptorium.drills.failover.node;

import org.jspecify.annotations.NullMarked;
