package scriptorium.actors.internal;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotOutline;

/**
 * The persistence id of one chunk: {@code <store>|<sequence number>-<epoch>|<index>}. A snapshot is
 * told from others by number and epoch: no two writers take one at the same.
 */
record ChunkId(String store, String snapshotId, int index) {

  private static final Pattern FORM = Pattern.compile("([^|]+)\\|([0-9]+-[0-9]+)\\|([0-9]{1,9})");

  /** By which a snapshot's chunks are found. */
  static String snapshotId(SnapshotManifest manifest) {
    return snapshotId(manifest.sequenceNumber(), manifest.epoch());
  }

  static String snapshotId(SnapshotOutline outline) {
    return snapshotId(outline.sequenceNumber(), outline.epoch());
  }

  static String snapshotId(long sequenceNumber, long epoch) {
    return sequenceNumber + "-" + epoch;
  }

  /** The sequence number in a snapshot's id. */
  static long numberOf(String snapshotId) {
    return Long.parseLong(snapshotId.substring(0, snapshotId.indexOf('-')));
  }

  static Optional<ChunkId> parse(String persistenceId) {
    Matcher form = FORM.matcher(persistenceId);
    return form.matches()
        ? Optional.of(new ChunkId(form.group(1), form.group(2), Integer.parseInt(form.group(3))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return store + "|" + snapshotId + "|" + index;
  }
}
