package scriptorium.persistence.segment;

import java.time.Duration;

/**
 * What the embedded journal of one store has done in this process, and what it takes on the disk.
 * Counts go on over restarts of the store and end with the process.
 *
 * <pre>{@code
 * SegmentLogs.get(system).metrics(StoreFolder.of(dataDir, "main")).ifPresent(...)
 * }</pre>
 *
 * @param appends events that were appended and confirmed
 * @param groups groups of events, each one frame and one force
 * @param bytes bytes of all confirmed frames, those without events (idle marks, deletions) included
 * @param forces how long each force of a frame took
 * @param segments files in the folder that hold frames, or could
 * @param segmentBytes their length: what they take of the disk, room for frames to come included
 * @param replayedEvents events that were replayed
 * @param replayTime how long that took, whoever took the events included
 */
public record JournalMetrics(
    long appends,
    long groups,
    long bytes,
    DurationHistogram forces,
    long segments,
    long segmentBytes,
    long replayedEvents,
    Duration replayTime) {

  /** Replayed events a second; 0 before the first replay. */
  public double replayRate() {
    double seconds = replayTime.toNanos() / 1e9;
    return seconds == 0 ? 0 : replayedEvents / seconds;
  }

  /** One line for a log. */
  @Override
  public String toString() {
    return "appends=%d groups=%d bytes=%d forces[%s] segments=%d segmentBytes=%d replayedEvents=%d replayedPerSecond=%.0f"
        .formatted(
            appends, groups, bytes, forces, segments, segmentBytes, replayedEvents, replayRate());
  }
}
