package scriptorium.actors.internal;

/** Why an incarnation of the writer ended. */
sealed interface WriterEnd {

  /** It was told to. */
  record Stopped() implements WriterEnd {}

  /** The journal failed, rejected or did not answer. */
  record JournalFailed(Throwable cause) implements WriterEnd {}

  /**
   * Something broke around a mutation.
   *
   * @param poison whether the store must refuse everything from now on
   */
  record Broken(Throwable cause, boolean poison) implements WriterEnd {}
}
