package scriptorium.actors;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a read ended.
 *
 * @param <T> the query's value
 */
public sealed interface ReadReply<T extends @Nullable Object> {

  /**
   * The query's value.
   *
   * @param sequenceNumber the last event that the answer shows; everything up to it is in it
   * @param value what the query returned
   */
  record Answered<T extends @Nullable Object>(SequenceNumber sequenceNumber, T value)
      implements ReadReply<T> {}

  /**
   * The query threw, or a statement of it is not allowed to a reader, or the level is not to be had
   * over the journal in use (SQL state "0A000").
   *
   * @param sqlState the SQL state; "HY000" where it was no SQL failure
   * @param message what failed and why
   */
  record Refused<T extends @Nullable Object>(String sqlState, String message)
      implements ReadReply<T> {}

  /**
   * Too many reads wait already, or no permit became free in time; not run.
   *
   * @param running how many reads run
   * @param waited how long this one waited
   */
  record TooBusy<T extends @Nullable Object>(int running, Duration waited)
      implements ReadReply<T> {}

  /**
   * Ran longer than a read may; its statement was cancelled, and its thread interrupted.
   *
   * @param limit how long it may run
   */
  record TimedOut<T extends @Nullable Object>(Duration limit) implements ReadReply<T> {}

  /**
   * This node has no database to read from, or may not answer for the store any more: the level was
   * linearizable, and the journal has a newer writer.
   *
   * @param writer the writer's address, where one is known
   */
  record NotTheWriter<T extends @Nullable Object>(Optional<String> writer)
      implements ReadReply<T> {}

  /**
   * The store does not serve (yet, or any more).
   *
   * @param phase what it does instead
   * @param detail progress, or the first failure
   */
  record NotReady<T extends @Nullable Object>(StorePhase phase, String detail)
      implements ReadReply<T> {}

  /**
   * The level was not reached in time; not run. Ask again, ask the writer's node, or ask for less.
   *
   * @param level what was asked for
   * @param shown the last event that this node shows
   * @param waited how long the read waited
   */
  record NotReached<T extends @Nullable Object>(
      ReadLevel level, SequenceNumber shown, Duration waited) implements ReadReply<T> {}

  /** The answer, or an exception that says what came instead: for scripts and tests. */
  default Answered<T> orThrow() {
    if (this instanceof Answered<T> answered) {
      return answered;
    }
    throw new IllegalStateException("read not answered: " + this);
  }
}
