package scriptorium.actors;

import java.util.Optional;

/** What became of a write, by its txId: {@link Store#outcome}. Immutable. */
public sealed interface Outcome {

  /**
   * Committed with this number; durable. The same write, sent again, gets its first answer.
   *
   * @param sequenceNumber the number of its event
   */
  record Committed(SequenceNumber sequenceNumber) implements Outcome {}

  /**
   * Never run, and never will be: the answer is journaled and survives any crash. A write with this
   * txId that still waits, or arrives later, is refused: send it with a new one.
   */
  record Never() implements Outcome {}

  /**
   * Older than what is remembered: nobody can tell. A write with this txId is answered {@link
   * WriteReply.TooOld}. Find out by reading the rows.
   */
  record Forgotten() implements Outcome {}

  /**
   * Cannot be told now. Ask again: a "never" that was on its way to the journal may be final by
   * then, or not.
   *
   * @param phase what the store does
   * @param writer the writer's address, where this node is not it
   * @param detail progress, or the failure
   */
  record NotNow(StorePhase phase, Optional<String> writer, String detail) implements Outcome {}
}
