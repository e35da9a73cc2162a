package scriptorium.actors;

/**
 * The number of an event in a store's journal; the one number for read-your-writes, as-of and
 * resume. The first event has number 1; {@link #NONE} stands before it.
 *
 * @param value the number, never negative
 */
public record SequenceNumber(long value) implements Comparable<SequenceNumber> {

  /** Before the first event: an empty store. */
  public static final SequenceNumber NONE = new SequenceNumber(0);

  /** Refuses a negative number. */
  public SequenceNumber {
    if (value < 0) {
      throw new IllegalArgumentException("sequence number out of range: value=" + value + " min=0");
    }
  }

  /** The number of the event after this one. */
  public SequenceNumber next() {
    return new SequenceNumber(value + 1);
  }

  @Override
  public int compareTo(SequenceNumber other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
