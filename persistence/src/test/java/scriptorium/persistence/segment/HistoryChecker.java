package scriptorium.persistence.segment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a log must hold, whatever happened to its disk: every group it acknowledged, whole and in
 * order; the one group that was on its way whole or not at all; nothing else; nothing deleted that
 * nobody asked to delete.
 */
final class HistoryChecker {
  private final List<byte[]> confirmed;
  private final List<byte[]> underWay;
  private long deletedTo;
  private long deletionUnderWay;

  HistoryChecker() {
    this(List.of(), List.of(), 0, 0);
  }

  private HistoryChecker(
      List<byte[]> confirmed, List<byte[]> underWay, long deletedTo, long deletionUnderWay) {
    this.confirmed = new ArrayList<>(confirmed);
    this.underWay = new ArrayList<>(underWay);
    this.deletedTo = deletedTo;
    this.deletionUnderWay = deletionUnderWay;
  }

  HistoryChecker copy() {
    return new HistoryChecker(confirmed, underWay, deletedTo, deletionUnderWay);
  }

  /** A group is about to be appended. */
  void tries(List<byte[]> group) {
    underWay.clear();
    underWay.addAll(group);
  }

  /** It was acknowledged. */
  void acknowledged() {
    confirmed.addAll(underWay);
    underWay.clear();
  }

  /** It was refused as not written. */
  void refused() {
    underWay.clear();
    deletionUnderWay = deletedTo;
  }

  /** Events are about to be deleted. */
  void triesToDelete(long number) {
    deletionUnderWay = number;
  }

  void deleted() {
    deletedTo = deletionUnderWay;
  }

  long highestNumber() {
    return confirmed.size();
  }

  /** Equal only where the same is expected. */
  long fingerprint() {
    return ((confirmed.size() * 31L + underWay.size()) * 31 + deletedTo) * 31 + deletionUnderWay;
  }

  /**
   * A log was opened: it holds what it must, and from now on that is what it must hold.
   *
   * @throws AssertionError naming what differs
   */
  void recovered(SegmentLog log) {
    long highest = log.highestSequenceNumber();
    if (highest == confirmed.size() + underWay.size()) {
      confirmed.addAll(underWay);
    } else if (highest != confirmed.size()) {
      throw new AssertionError(
          "highest=%d but acknowledged=%d and under way=%d"
              .formatted(highest, confirmed.size(), underWay.size()));
    }
    underWay.clear();
    if (log.deletedTo() != deletedTo && log.deletedTo() != deletionUnderWay) {
      throw new AssertionError(
          "deletedTo=%d but deleted were %d and under way was %d"
              .formatted(log.deletedTo(), deletedTo, deletionUnderWay));
    }
    deletedTo = log.deletedTo();
    deletionUnderWay = deletedTo;
    expectEvents(log);
  }

  /** The log shows exactly what is confirmed and not deleted. */
  void expectEvents(SegmentLog log) {
    long[] next = {deletedTo + 1};
    log.replay(
        1,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        (number, bytes, offset, length) -> {
          if (number != next[0]) {
            throw new AssertionError("event=" + number + " but expected=" + next[0]);
          }
          byte[] expected = confirmed.get((int) number - 1);
          if (!Arrays.equals(expected, 0, expected.length, bytes, offset, offset + length)) {
            throw new AssertionError("event=" + number + " has other bytes than were written");
          }
          next[0]++;
        });
    if (next[0] != confirmed.size() + 1) {
      throw new AssertionError("events end before " + next[0] + " of " + confirmed.size());
    }
  }
}
