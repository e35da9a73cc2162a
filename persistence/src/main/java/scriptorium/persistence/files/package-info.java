/**
 * Snapshots as files: the embedded snapshot store.
 *
 * <pre>
 * SaveSnapshot ─► FileSnapshotStore ─► SnapshotFileCodec ─► SnapshotFolder: temporary file, force,
 *                   one change at a        bytes, SHA-256        fence check, rename, force folder
 *                   time in each store
 * LoadSnapshot ─► FileSnapshotStore ─► SnapshotFolder ─► SnapshotFileCodec ─► newest readable file
 * </pre>
 *
 * <p>A store's files lie in {@code DIR/<store>/snapshots/}; derived persistence ids such as {@code
 * main|42|7} (chunk 7 of the snapshot at 42) share the folder of {@code main}.
 *
 * <p>Threads: the plugin actor only hands out work. Saves and deletions of one store run one after
 * the other in the order they were asked for, so that a deletion sent because a save timed out
 * never overtakes that save. Loads run beside them.
 */
@NullMarked
package scriptorium.persistence.files;

import org.jspecify.annotations.NullMarked;
