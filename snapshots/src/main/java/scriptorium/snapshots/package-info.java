/**
 * One embedded database ↔ one snapshot: a manifest and chunks of bytes, wherever they are kept.
 *
 * <pre>
 * dump     pinned ReadView ─► SCRIPT ─► ScriptFilePath ─► SectionOutput ─► ChunkedOutput ─► ChunkSink
 *                                      (H2 writes)        zstd, throttle    seal, SHA-256 each
 *          row keys, extra sections ───────────────────►        "                              └► SnapshotManifest
 * restore  ChunkSource ─► ChunkedInput ─► ScriptReader ─┬─► ScriptSchema ─► EmbeddedDatabase, empty tables
 *                         SHA-256, seal    StatementRules  └─► BottomUpLoad ─► its rows, as built trees
 *                                                                               └► SnapshotVerification
 * carry    manifest, ChunkSource ─► SnapshotExport ─► one file ─► SnapshotExport ─► ChunkSink, manifest
 * read     ChunkSource ─► ChunkedInput ─► statements ─► SnapshotSql ─► text for an ordinary H2
 * </pre>
 *
 * <p>A script is text of H2's own dialect. What SCRIPT leaves out travels beside it: row keys of
 * tables without an integer primary key, exact sequence positions, counts and digests that prove
 * the restored tables.
 *
 * <p>A snapshot may be signed and encrypted ({@link scriptorium.keys.Protection}): its keys are
 * derived when a dump begins or a manifest is read, and go with the manifest from there.
 *
 * <p>Threads: a dump and a restore each run on the thread that calls them; only {@link
 * scriptorium.snapshots.ScriptDump#cancel} may come from another. Nothing here knows where chunks
 * are kept, what time it is, or who reads.
 */
@NullMarked
package scriptorium.snapshots;

import org.jspecify.annotations.NullMarked;
