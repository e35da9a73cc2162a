/**
 * Other databases, measured beside the store with the same rows, the same transfers and each commit
 * on the disk before its answer.
 *
 * <pre>
 * PeerKind.open → Peer → Side (inserts), Side (transfers)
 *   PostgresPeer    PostgresServer: a process of its own, from binaries on the class path
 *   SqlitePeer      a file, in this process
 *   PrevaylerPeer   a map of objects and a journal, in this process
 *   TarantoolPeer   a process that runs tarantool.lua, where it is installed
 * </pre>
 *
 * <p>A peer belongs to the thread that opened it; its sides make threads of their own while they
 * measure. Server processes end with this one, however it ends.
 */
@NullMarked
package scriptorium.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
