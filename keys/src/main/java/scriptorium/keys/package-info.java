/**
 * Keys that protect what a store leaves on disks: one way to configure and to find them, for
 * snapshots and for the embedded journal.
 *
 * <pre>
 *  settings …protection ─► ProtectionReader ─► Protection ─┬─► snapshots: manifest and chunks
 *                              │ keys, provider            └─► journal: segments and frames
 *                              └─► StoreKeys                   each with keys of its own by Hkdf
 * </pre>
 *
 * <p>A configured key is never used itself: each snapshot and each segment has an unpredictable
 * salt, by which its own keys are derived, one for each use.
 *
 * <p>Threads: everything here is immutable and may be used by any.
 */
@NullMarked
package scriptorium.keys;

import org.jspecify.annotations.NullMarked;
