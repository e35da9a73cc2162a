package scriptorium.snapshots;

/** A snapshot is whole, but this program or machine cannot read its form. */
public final class UnsupportedSnapshotException extends RuntimeException {
  UnsupportedSnapshotException(String message) {
    super(message);
  }
}
