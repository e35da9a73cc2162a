package scriptorium.persistence.codec;

/**
 * A piece of a snapshot as a snapshot store keeps it: a chunk, or the manifest.
 *
 * @param bytes what it holds
 */
@SuppressWarnings("ArrayRecordComponent") // handed on once, compared by nobody
public record SnapshotPart(byte[] bytes) {}
