package scriptorium.database.change;

/**
 * What a sequence hands out next. Sequences are outside transactions: rows alone, replayed, would
 * leave the next insert to collide.
 */
public sealed interface SequencePosition {
  /** The next value; meaningless when {@link #exhausted()}. */
  long next();

  /** Whether the sequence has no further value to give. */
  boolean exhausted();

  /** A sequence made by CREATE SEQUENCE. */
  record FreeSequence(String schema, String sequence, long next, boolean exhausted)
      implements SequencePosition {
    public FreeSequence(String schema, String sequence, long next) {
      this(schema, sequence, next, false);
    }
  }

  /**
   * An identity column's own sequence, named by the column: its generated name differs between
   * databases.
   */
  record IdentityColumn(TableName table, String column, long next, boolean exhausted)
      implements SequencePosition {
    public IdentityColumn(TableName table, String column, long next) {
      this(table, column, next, false);
    }
  }
}
