package scriptorium.persistence.files;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one snapshot file: {@code <persistence id>@<sequence number>@<timestamp>.snapshot}.
 *
 * <p>Names alone answer which snapshots match a criterion, so a load reads no more files than it
 * needs. The encoded id never contains {@code @}.
 */
record SnapshotFileName(String encodedId, long sequenceNumber, long timestamp) {
  /** The newest snapshot first. */
  static final Comparator<SnapshotFileName> NEWEST_FIRST =
      Comparator.comparingLong(SnapshotFileName::sequenceNumber)
          .thenComparingLong(SnapshotFileName::timestamp)
          .reversed();

  private static final Pattern FORM =
      Pattern.compile("([^@]+)@([0-9]{1,19})@(-?[0-9]{1,19})\\.snapshot");

  static SnapshotFileName of(String persistenceId, long sequenceNumber, long timestamp) {
    return new SnapshotFileName(EncodedName.of(persistenceId), sequenceNumber, timestamp);
  }

  /** Reads a file name; empty for files that are none of ours. */
  static Optional<SnapshotFileName> parse(String fileName) {
    Matcher form = FORM.matcher(fileName);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SnapshotFileName(
              form.group(1), Long.parseLong(form.group(2)), Long.parseLong(form.group(3))));
    } catch (NumberFormatException beyondLong) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    // Padded, so that a folder listing is in order of sequence numbers.
    return "%s@%019d@%d.snapshot".formatted(encodedId, sequenceNumber, timestamp);
  }
}
