/**
 * What makes a failover in an Akka Cluster quick; named in configuration, not called.
 *
 * <pre>
 * a node is silent → failure detector → QuickResolver → Akka's split-brain resolver → down → removed
 * </pre>
 *
 * <p>Actors of Akka's own; no thread rule beyond theirs.
 */
@NullMarked
package scriptorium.actors.cluster;

import org.jspecify.annotations.NullMarked;
