package scriptorium.actors;

import java.time.Duration;
import java.time.Instant;
import scriptorium.snapshots.RestoreTimes;

/**
 * How a store became ready: what was restored, what replayed, in what time.
 *
 * @param startedAt when the recovery began
 * @param snapshotNumber the snapshot's sequence number; {@link SequenceNumber#NONE} without one
 * @param restoredRows rows put in from the snapshot
 * @param restoring time for it
 * @param restoreTimes where that time went
 * @param replayedEvents events replayed behind the snapshot
 * @param replaying time for them
 * @param epochNumber the number of this writer's epoch event
 * @param total from the start of the recovery to ready
 */
public record RecoveryReport(
    Instant startedAt,
    SequenceNumber snapshotNumber,
    long restoredRows,
    Duration restoring,
    RestoreTimes restoreTimes,
    long replayedEvents,
    Duration replaying,
    SequenceNumber epochNumber,
    Duration total) {}
