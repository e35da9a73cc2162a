package scriptorium.persistence.segment;

import java.nio.file.Path;

/** Puts into words what is damaged and what an operator can do. */
final class JournalDamage {
  private static final String ADVICE =
      "No byte of it was changed. Copy the folder; then put the file back from a copy, or let ./scriptorium inspect --repair tell and keep what can be kept";

  private JournalDamage() {}

  static DamagedJournalException at(Path file, long offset, long lastGoodNumber, String reason) {
    return new DamagedJournalException(
        "damaged journal: file=%s offset=%d lastGoodSequenceNumber=%d reason=%s. %s"
            .formatted(file, offset, lastGoodNumber, reason, ADVICE),
        file,
        offset,
        reason);
  }

  static DamagedJournalException missing(
      Path file, long lastGoodNumber, long toNumber, long deletedTo) {
    return new DamagedJournalException(
        "missing journal segment: file=%s lastGoodSequenceNumber=%d: it held events up to sequenceNumber=%d but only those up to %d were deleted. %s"
            .formatted(file, lastGoodNumber, toNumber, deletedTo, ADVICE),
        file,
        0,
        "the file is missing");
  }
}
