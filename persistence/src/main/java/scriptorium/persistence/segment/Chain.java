package scriptorium.persistence.segment;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store's history as one reading of its folder found it.
 *
 * @param spans the segments that are left of it, oldest first
 * @param end its last frame
 * @param lastFrameOffset where the last frame starts in its segment
 * @param headFrames frames of the newest epoch that counts
 * @param tailOffset where the frames of the last segment end
 * @param deletedTo events up to this number are deleted
 * @param persistenceId empty when there is no history yet
 */
record Chain(
    List<SegmentSpan> spans,
    ChainEnd end,
    long lastFrameOffset,
    long headFrames,
    long tailOffset,
    long deletedTo,
    boolean sealed,
    String persistenceId,
    @Nullable TornTail torn) {

  Chain {
    spans = List.copyOf(spans);
  }

  /** Index of the newest segment, in the newest epoch that counts. */
  long lastSegment() {
    return spans.get(spans.size() - 1).name().index();
  }

  Optional<TornTail> tornTail() {
    return Optional.ofNullable(torn);
  }
}
