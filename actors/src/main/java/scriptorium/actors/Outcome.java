package scriptorium.actors;

import java.util.Optional;

/** What became of a write, by its txId. */
public sealed interface Outcome {

  /** Committed with this number. */
  record Committed(SequenceNumber sequenceNumber) implements Outcome {}

  /**
   * Never run, and never will be: the answer is journaled, a write with this txId that arrives
   * later is refused.
   */
  record Never() implements Outcome {}

  /** Older than what is remembered: nobody can tell. */
  record Forgotten() implements Outcome {}

  /**
   * Cannot be told now: ask again, or ask the writer.
   *
   * @param phase what the store does
   * @param writer the writer's address, where this node is not it
   * @param detail progress, or the failure
   */
  record NotNow(StorePhase phase, Optional<String> writer, String detail) implements Outcome {}
}
