package scriptorium.actors;

/** What came of the wish for a past state. */
public sealed interface AsOfReply {

  /** The state, to be closed by the caller. */
  record Opened(AsOf state) implements AsOfReply {}

  /**
   * The state cannot be made: it lies before the oldest snapshot and its events are deleted, or
   * behind the last event that counts.
   *
   * @param earliest the first number that can be had; {@link SequenceNumber#NONE} where the journal
   *     is whole
   * @param latest the last number that can be had
   * @param reason why not, with snapshots that could not be used
   */
  record NotAvailable(SequenceNumber earliest, SequenceNumber latest, String reason)
      implements AsOfReply {}

  /**
   * As many past states are open on this node as {@code as-of.max-open} allows; close one.
   *
   * @param open how many
   */
  record Refused(int open) implements AsOfReply {}

  /** Snapshots or journal could not be read, or did not fit; the reason tells which and why. */
  record Failed(String reason) implements AsOfReply {}

  /** The state, or an exception that says what came instead: for scripts and tests. */
  default AsOf orThrow() {
    if (this instanceof Opened opened) {
      return opened.state();
    }
    throw new IllegalStateException("past state not opened: " + this);
  }
}
