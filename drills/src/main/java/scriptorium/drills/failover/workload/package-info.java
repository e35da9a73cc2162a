/**
 * What a drill does to the store: the schema, the mutations as registered types, the mix of
 * operations, and the client process that sends them.
 *
 * <pre>
 * Workload (seed) → ClientLoop ─line─► NodeConnection ─socket─► any node
 *                       └► HistoryWriter ◄── ReaderLoop ──────────┘
 * </pre>
 *
 * <p>The clients speak a line protocol ({@link scriptorium.drills.failover.workload.Protocol}) over
 * sockets instead of joining the cluster: so their process has no part in membership, and losing
 * the node one talks to looks to them as it does to any client. Each logical client and reader is a
 * thread of its own; mutations and types are immutable.
 */
@NullMarked
package scriptorium.drills.failover.workload;

import org.jspecify.annotations.NullMarked;
