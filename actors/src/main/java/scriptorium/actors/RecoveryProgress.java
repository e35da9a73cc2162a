package scriptorium.actors;

import java.time.Duration;
import java.util.Optional;

/**
 * How far a recovery has come, told every {@code recovery.progress-every} in {@link StoreStatus},
 * on the event stream and in the log. Counts are of the phase: of the snapshot, or of the replay.
 *
 * @param phase {@link StorePhase#RESTORING} or {@link StorePhase#REPLAYING}
 * @param from the number at which the phase began: the snapshot's; {@link SequenceNumber#NONE}
 *     without one
 * @param reached the last event that is in
 * @param last the last event of the journal; {@link SequenceNumber#NONE} where the journal does not
 *     tell
 * @param rows restored, or changed by the replay
 * @param changeSets replayed
 * @param bytes read: of the snapshot, or of the change sets as the journal has them
 * @param totalBytes of the snapshot; 0 in the replay
 * @param elapsed since the phase began
 * @param left estimated from the share that is done; empty where that is not known
 */
public record RecoveryProgress(
    StorePhase phase,
    SequenceNumber from,
    SequenceNumber reached,
    SequenceNumber last,
    long rows,
    long changeSets,
    long bytes,
    long totalBytes,
    Duration elapsed,
    Optional<Duration> left) {

  /** A restore of a snapshot. */
  public static RecoveryProgress restoring(
      SequenceNumber snapshot, long rows, long bytes, long totalBytes, Duration elapsed) {
    return new RecoveryProgress(
        StorePhase.RESTORING,
        snapshot,
        snapshot,
        SequenceNumber.NONE,
        rows,
        0,
        bytes,
        totalBytes,
        elapsed,
        left(elapsed, bytes, totalBytes));
  }

  /** What is left if it goes on as it did; empty before anything is done. */
  public static Optional<Duration> left(Duration elapsed, long done, long all) {
    if (done <= 0 || all < done) {
      return Optional.empty();
    }
    double nanos = (double) elapsed.toNanos() / done * (all - done);
    return Optional.of(Duration.ofNanos((long) nanos));
  }
}
