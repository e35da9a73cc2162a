package scriptorium.persistence.files;

import java.util.Optional;

/** What one snapshot file holds; {@code extra} is the optional metadata of Akka. */
record SnapshotFile(
    String persistenceId,
    long sequenceNumber,
    long timestamp,
    Optional<SerializedObject> extra,
    SerializedObject payload) {

  SnapshotFileName name() {
    return SnapshotFileName.of(persistenceId, sequenceNumber, timestamp);
  }
}
