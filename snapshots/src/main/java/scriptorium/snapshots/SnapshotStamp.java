package scriptorium.snapshots;

import java.time.Instant;
import java.util.List;
import scriptorium.database.change.SequencePosition;

/**
 * What the writer knows when it pins: which store, at which point of its history.
 *
 * @param positions taken at the pin, on the writer's thread: sequences are not versioned, so a
 *     later look would see numbers that later mutations took
 */
public record SnapshotStamp(
    String storeId,
    long epoch,
    long sequenceNumber,
    Instant time,
    int schemaVersion,
    List<SequencePosition> positions) {
  public SnapshotStamp {
    if (storeId.isEmpty()) {
      throw new IllegalArgumentException("storeId is empty");
    }
    if (epoch < 0 || sequenceNumber < 0 || schemaVersion < 0) {
      throw new IllegalArgumentException(
          "negative: epoch=%d sequenceNumber=%d schemaVersion=%d"
              .formatted(epoch, sequenceNumber, schemaVersion));
    }
    positions = List.copyOf(positions);
  }
}
