package scriptorium.persistence.segment;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One segment file: the {@code index}-th of an epoch. A name is used once and never again.
 *
 * @param epoch at least 1
 * @param index from 0 in each epoch
 */
public record SegmentName(long epoch, long index) implements Comparable<SegmentName> {
  private static final Pattern FILE = Pattern.compile("segment-(\\d{10,18})-(\\d{10,18})\\.log");

  public SegmentName {
    if (epoch < 1 || index < 0) {
      throw new IllegalArgumentException("no segment has epoch=" + epoch + " index=" + index);
    }
  }

  /** The segment of a file name; empty for other files. */
  public static Optional<SegmentName> parse(String fileName) {
    Matcher matcher = FILE.matcher(fileName);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long epoch = Long.parseLong(matcher.group(1));
    return epoch < 1
        ? Optional.empty()
        : Optional.of(new SegmentName(epoch, Long.parseLong(matcher.group(2))));
  }

  /** The name of the file in the store's folder. */
  public String fileName() {
    return String.format("segment-%010d-%010d.log", epoch, index);
  }

  SegmentName next() {
    return new SegmentName(epoch, index + 1);
  }

  @Override
  public int compareTo(SegmentName other) {
    int byEpoch = Long.compare(epoch, other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(index, other.index);
  }
}
