package scriptorium.actors.internal;

import java.util.OptionalLong;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.persistence.PartSequenceException;
import scriptorium.persistence.codec.CorruptEventException;
import scriptorium.persistence.files.CorruptSnapshotFileException;
import scriptorium.persistence.files.UnsupportedSnapshotFileException;
import scriptorium.persistence.segment.DamagedJournalException;
import scriptorium.persistence.segment.FencedWriterException;
import scriptorium.persistence.segment.JournalKeyException;
import scriptorium.persistence.segment.UnsupportedSegmentException;
import scriptorium.persistence.segment.UnusableFolderException;
import scriptorium.snapshots.CorruptSnapshotException;
import scriptorium.snapshots.SnapshotKeyException;
import scriptorium.snapshots.UnsupportedSnapshotException;

/** What to do after a recovery failed. */
enum RecoveryVerdict {
  /** Try again with an older snapshot: the one offered is not what it should be. */
  OLDER_SNAPSHOT,
  /** Try again with the journal alone: there are snapshots, and none of them can be read. */
  NO_SNAPSHOT,
  /** Try again without the live state of the last incarnation: it is not what it should be. */
  NOT_ADOPTED,
  /** Another writer has the journal: stop for good. */
  FENCED,
  /** Trying again would end the same: stop, and say why. */
  HOPELESS,
  /** Try again in a while. */
  RETRY;

  static RecoveryVerdict of(Throwable cause, OptionalLong offeredSnapshot) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof FencedWriterException) {
        return FENCED;
      }
      if (isAboutSnapshot(t) && offeredSnapshot.isPresent()) {
        return OLDER_SNAPSHOT;
      }
      if (isUnreadable(t)) {
        return NO_SNAPSHOT;
      }
      if (isLasting(t)) {
        return HOPELESS;
      }
    }
    return RETRY;
  }

  /** The snapshot, or rows that do not fit behind it. */
  private static boolean isAboutSnapshot(Throwable t) {
    return t instanceof CorruptSnapshotException
        || t instanceof UnsupportedSnapshotException
        || t instanceof ReplayFailedException
        || t instanceof DivergedException
        || t instanceof SnapshotStoreException;
  }

  /** The snapshot store has tried all of them, from the newest to the oldest. */
  private static boolean isUnreadable(Throwable t) {
    return t instanceof CorruptSnapshotFileException
        || t instanceof UnsupportedSnapshotFileException;
  }

  private static boolean isLasting(Throwable t) {
    return isAboutSnapshot(t)
        || t instanceof DamagedJournalException
        || t instanceof UnusableFolderException
        || t instanceof UnsupportedSegmentException
        || t instanceof CorruptEventException
        || t instanceof PartSequenceException
        || t instanceof AheadOfJournalException
        || t instanceof OutOfSequenceException
        || t instanceof JournalKeyException
        // Another snapshot would hide that the settings are wrong.
        || t instanceof SnapshotKeyException;
  }

  /** Whether a snapshot store found something of a snapshot, and damaged or of another format. */
  static boolean isUnreadableSnapshot(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (isUnreadable(t)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same of an incarnation that began with a live state: where that is what does not fit, a
   * snapshot, newest first, may.
   */
  static RecoveryVerdict ofAdopted(Throwable cause) {
    for (Throwable t = cause; t != null; t = t.getCause()) {
      // Events behind a live state are gone only where another writer has taken snapshots since:
      // they tell who.
      if (isAboutSnapshot(t)
          || t instanceof AheadOfJournalException
          || t instanceof OutOfSequenceException) {
        return NOT_ADOPTED;
      }
    }
    return of(cause, OptionalLong.empty());
  }

  /** Whether a persist failure says that another writer has claimed the journal. */
  static boolean isFenced(Throwable cause) {
    return of(cause, OptionalLong.empty()) == FENCED;
  }
}
