package scriptorium.persistence.segment;

/** Is shown the frames of a chain in order. */
@FunctionalInterface
public interface FrameVisitor {
  FrameVisitor NONE = (segment, offset, frame) -> {};

  /**
   * @param offset where the frame starts in its segment
   * @param frame valid only during the call
   */
  void frame(SegmentName segment, long offset, FrameView frame);
}
