package scriptorium.persistence.segment;

/**
 * How far the writer in this process has confirmed its log: what readers in the same process may
 * believe without a further frame.
 *
 * @param epoch its own; 0: there is no writer here
 * @param number the highest number that counts
 */
record Confirmed(long epoch, long number) {
  static final Confirmed NONE = new Confirmed(0, 0);
}
