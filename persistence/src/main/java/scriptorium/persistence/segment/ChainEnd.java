package scriptorium.persistence.segment;

/**
 * A place in the chain: the end of one frame. Two logs that show the same one have the same history
 * up to it.
 *
 * @param epoch epoch of the frame; 0 before the first frame of a store
 * @param segment index of its segment
 * @param offset end of the frame in that segment, bytes from the start of the file
 * @param number last sequence number given out up to it; 0 before the first event
 * @param hash running hash over all frames up to it
 */
public record ChainEnd(long epoch, long segment, long offset, long number, long hash) {
  static final ChainEnd NOTHING = new ChainEnd(0, 0, 0, 0, 0);

  boolean isNothing() {
    return epoch == 0;
  }
}
