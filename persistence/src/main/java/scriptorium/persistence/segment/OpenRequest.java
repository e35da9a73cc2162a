package scriptorium.persistence.segment;

import java.util.function.LongConsumer;

/**
 * Everything a log is opened with.
 *
 * @param persistenceId whose log it is; must be the one it was made with
 * @param files the file system
 * @param ownEpoch the epoch this process claimed before and did not give up; 0: none. When a newer
 *     one is found the open is refused: a writer that lost its log never takes it back
 * @param snapshotNumber events up to this number are in a good snapshot; 0: none. A complete but
 *     bad last frame within it is no loss
 * @param firstAfter a log that is made now begins behind this number, as if all events up to it
 *     were deleted: for a store that begins with a snapshot from elsewhere; 0: at the beginning
 * @param watcher is shown the frames that are read to find the log's end
 * @param claims is told each epoch that was claimed, as soon as it is, also when the opening fails
 *     after that: the {@code ownEpoch} of the next attempt
 */
public record OpenRequest(
    String persistenceId,
    Claimant claimant,
    SegmentLogSettings settings,
    LogFiles files,
    long ownEpoch,
    long snapshotNumber,
    long firstAfter,
    FrameVisitor watcher,
    LongConsumer claims) {

  /** A first opening on the real file system. */
  public static OpenRequest of(
      String persistenceId, Claimant claimant, SegmentLogSettings settings) {
    return new OpenRequest(
        persistenceId,
        claimant,
        settings,
        LogFiles.disk(),
        0,
        0,
        0,
        FrameVisitor.NONE,
        epoch -> {});
  }

  public OpenRequest on(LogFiles otherFiles) {
    return new OpenRequest(
        persistenceId,
        claimant,
        settings,
        otherFiles,
        ownEpoch,
        snapshotNumber,
        firstAfter,
        watcher,
        claims);
  }

  public OpenRequest after(long claimedEpoch) {
    return new OpenRequest(
        persistenceId,
        claimant,
        settings,
        files,
        claimedEpoch,
        snapshotNumber,
        firstAfter,
        watcher,
        claims);
  }

  public OpenRequest withSnapshotAt(long number) {
    return new OpenRequest(
        persistenceId, claimant, settings, files, ownEpoch, number, firstAfter, watcher, claims);
  }

  public OpenRequest beginningAfter(long number) {
    return new OpenRequest(
        persistenceId,
        claimant,
        settings,
        files,
        ownEpoch,
        snapshotNumber,
        number,
        watcher,
        claims);
  }

  public OpenRequest watchedBy(FrameVisitor visitor) {
    return new OpenRequest(
        persistenceId,
        claimant,
        settings,
        files,
        ownEpoch,
        snapshotNumber,
        firstAfter,
        visitor,
        claims);
  }

  public OpenRequest tellingClaims(LongConsumer listener) {
    return new OpenRequest(
        persistenceId,
        claimant,
        settings,
        files,
        ownEpoch,
        snapshotNumber,
        firstAfter,
        watcher,
        listener);
  }
}
