package scriptorium.drills.sql;

import java.util.Optional;
import scriptorium.actors.SequenceNumber;

/** What became of a statement that was done. */
sealed interface StatementResult {

  /** The number of the event it made, where it made one. */
  Optional<SequenceNumber> sequenceNumber();

  /** A query's rows. */
  record Rows(ResultRows rows) implements StatementResult {

    @Override
    public Optional<SequenceNumber> sequenceNumber() {
      return Optional.empty();
    }
  }

  /**
   * A journaled mutation.
   *
   * @param changedRows as the database counts them
   * @param rows what it returned, where it is one that returns rows
   */
  record Changed(long changedRows, Optional<ResultRows> rows, SequenceNumber number)
      implements StatementResult {

    @Override
    public Optional<SequenceNumber> sequenceNumber() {
      return Optional.of(number);
    }
  }

  /** A journaled schema change. */
  record SchemaChanged(SequenceNumber number) implements StatementResult {

    @Override
    public Optional<SequenceNumber> sequenceNumber() {
      return Optional.of(number);
    }
  }
}
