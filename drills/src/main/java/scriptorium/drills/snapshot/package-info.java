/**
 * {@code ./scriptorium snapshot …}: a store's snapshots by hand.
 *
 * <pre>
 * list, verify, export, cat ─► KeptSnapshots ─► SnapshotFiles     reads beside a running store
 * take                      ─► LocalStore                         runs the store
 * import                    ─► SnapshotImport ─► SnapshotFiles    holds the store's folder alone
 *                                               └► SegmentLog     a new store begins behind it
 * </pre>
 *
 * <p>Each command runs on the main thread. Whatever is written to a file appears there whole or not
 * at all.
 */
@NullMarked
package scriptorium.drills.snapshot;

import org.jspecify.annotations.NullMarked;
