package scriptorium.actors;

import java.time.Instant;

/**
 * A snapshot that is kept.
 *
 * @param sequenceNumber the event whose state it holds
 * @param time when the writer made that event
 * @param snapshotBytes its size, compressed
 */
public record SnapshotInfo(SequenceNumber sequenceNumber, Instant time, long snapshotBytes) {}
