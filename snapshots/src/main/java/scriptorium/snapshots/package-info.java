/**
 * One embedded database ↔ one snapshot: a manifest and chunks of bytes, wherever they are kept.
 *
 * <pre>
 * dump     pinned ReadView ─► SCRIPT ─► ScriptFilePath ─► SectionOutput ─► ChunkedOutput ─► ChunkSink
 *                                      (H2 writes)        zstd, throttle    SHA-256 each
 *          row keys, extra sections ───────────────────►        "                              └► SnapshotManifest
 * restore  ChunkSource ─► ChunkedInput ─► statements ─► EmbeddedDatabase ─► row keys, positions
 *                         SHA-256 each                                        └► SnapshotVerification
 * </pre>
 *
 * <p>A script is text of H2's own dialect: an ordinary H2 shell can load it. What SCRIPT leaves out
 * travels beside it: row keys of tables without an integer primary key, exact sequence positions,
 * counts and digests that prove the restored tables.
 *
 * <p>Threads: a dump and a restore each run on the thread that calls them; only {@link
 * scriptorium.snapshots.ScriptDump#cancel} may come from another. Nothing here knows where chunks
 * are kept, what time it is, or who reads.
 */
@NullMarked
package scriptorium.snapshots;

import org.jspecify.annotations.NullMarked;
