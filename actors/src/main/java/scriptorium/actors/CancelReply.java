package scriptorium.actors;

/**
 * What became of the wish to stop a write. The write itself is answered as well, by one true {@link
 * WriteReply}; this tells which. Nothing of it is kept: after a crash ask {@link Store#outcome}.
 */
public sealed interface CancelReply {

  /**
   * Certainly not done: taken out of the queue, or stopped and rolled back. The write is answered
   * {@link WriteReply.Cancelled}. The same write, sent again, runs.
   *
   * @param started whether it had been started
   */
  record Stopped(boolean started) implements CancelReply {}

  /**
   * It could not be stopped any more: it had run and was on its way to the journal, or ended by
   * itself. Its own answer stands.
   *
   * @param reply that answer
   */
  record TooLate(WriteReply<?> reply) implements CancelReply {}

  /**
   * No write with this txId waits or runs here: it has been answered, or was never sent through
   * this node. {@link Store#outcome} tells which.
   */
  record NotFound() implements CancelReply {}
}
