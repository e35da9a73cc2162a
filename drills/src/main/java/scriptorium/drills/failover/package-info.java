/**
 * {@code drill failover}: a cluster of real processes loses its writer by {@code kill -9}, again
 * and again, while clients write and read; then a proof that nothing acknowledged was lost.
 *
 * <pre>
 * FailoverCommand → FailoverDrill ─► Cluster (NodeProcess …) + ClientProcess      while it runs
 *                                └─► Proof (history, journal files, SQL) → Report at the end
 * </pre>
 *
 * <p>The drill runs on the main thread. {@link scriptorium.drills.failover.ClusterEvents} is told
 * of events by the children's reader threads and is safe for use by all of them.
 */
@NullMarked
package scriptorium.drills.failover;

import org.jspecify.annotations.NullMarked;
