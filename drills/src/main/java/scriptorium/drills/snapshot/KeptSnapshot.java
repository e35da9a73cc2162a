package scriptorium.drills.snapshot;

import java.util.Optional;
import scriptorium.persistence.files.SnapshotFiles;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotOutline;

/**
 * A snapshot in a store's folder, as far as it can be read.
 *
 * @param manifest empty where it cannot be read at all
 * @param outline what needs no key; empty where the manifest is damaged
 * @param contents empty where a key is missing, or the outline is
 * @param problem what is wrong; empty where nothing was found yet
 */
record KeptSnapshot(
    SnapshotFiles.Entry entry,
    Optional<byte[]> manifest,
    Optional<SnapshotOutline> outline,
    Optional<SnapshotManifest> contents,
    String problem) {

  long number() {
    return entry.sequenceNumber();
  }

  /** Whether its chunks can be read, with the keys at hand. */
  boolean isReadable() {
    return contents.isPresent();
  }
}
