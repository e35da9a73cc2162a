package scriptorium.drills.crash;

import java.util.Map;

/** One statement that changes a whole batch: all its thousand rows, or none. */
sealed interface Step {

  /** The batch it changes. */
  long batch();

  /** Its SQL, with semicolon and line end. */
  String sql();

  /** Does to the expected versions, by batch, what the statement does to the table. */
  void applyTo(Map<Long, Integer> versions);

  /**
   * Puts the batch in.
   *
   * @param writtenOut true for a thousand tuples in the statement, false for a range
   */
  record Insert(long batch, boolean writtenOut) implements Step {

    @Override
    public String sql() {
      return writtenOut ? BatchTable.insertByValues(batch) : BatchTable.insertByRange(batch);
    }

    @Override
    public void applyTo(Map<Long, Integer> versions) {
      versions.put(batch, 0);
    }
  }

  /** Raises the version of each row. */
  record RaiseVersion(long batch) implements Step {

    @Override
    public String sql() {
      return BatchTable.raiseVersion(batch);
    }

    @Override
    public void applyTo(Map<Long, Integer> versions) {
      versions.computeIfPresent(batch, (key, version) -> version + 1);
    }
  }

  /** Takes the batch out. */
  record Delete(long batch) implements Step {

    @Override
    public String sql() {
      return BatchTable.delete(batch);
    }

    @Override
    public void applyTo(Map<Long, Integer> versions) {
      versions.remove(batch);
    }
  }
}
