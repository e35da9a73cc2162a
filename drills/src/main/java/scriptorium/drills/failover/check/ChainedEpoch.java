package scriptorium.drills.failover.check;

import java.nio.file.Path;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * An epoch that the chain names.
 *
 * @param epoch its number
 * @param segments its files by index
 * @param opening its opening frame
 * @param namedEnd where its successor says that it ends; empty for the head, which ends with its
 *     last valid frame
 */
record ChainedEpoch(
    long epoch,
    NavigableMap<Long, Path> segments,
    Frame opening,
    Optional<Frame.Predecessor> namedEnd) {

  /** Whether the successor's named end is reached. */
  boolean endsAt(long index, long offset) {
    return namedEnd.isPresent()
        && namedEnd.get().index() == index
        && namedEnd.get().offset() == offset;
  }

  /** Whether this segment lies behind the named end, and is void. */
  boolean isBehindEnd(long index) {
    return namedEnd.isPresent() && namedEnd.get().index() < index;
  }
}
