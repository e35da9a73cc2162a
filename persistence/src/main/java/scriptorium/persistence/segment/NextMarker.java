package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Whether the epoch behind an own one is claimed. Asked after each group, so it must be quick: on a
 * local file system by two looks that answer without an exception, elsewhere by one that tells
 * "there is no such file" from every error, but takes some microseconds to throw that. Any thread.
 */
final class NextMarker {
  private final LogFiles files;
  private final Path own;
  private final Path next;
  private final boolean local;

  private NextMarker(LogFiles files, Path own, Path next, boolean local) {
    this.files = files;
    this.own = own;
    this.next = next;
    this.local = local;
  }

  /** Of an epoch that is claimed. */
  static NextMarker after(long epoch, Path folder, LogFiles files) throws IOException {
    EpochMarkers markers = new EpochMarkers(folder, files);
    return new NextMarker(
        files,
        markers.file(epoch),
        markers.file(epoch + 1),
        StoreFolder.isLocal(files.fileSystemType(folder)));
  }

  /**
   * @throws IOException when that cannot be told
   */
  boolean isAbsent() throws IOException {
    return local ? files.isAbsentBeside(next, own) : files.isAbsent(next);
  }

  String name() {
    return String.valueOf(next.getFileName());
  }
}
