package scriptorium.drills.sql;

/** A statement was not done. The message is what the user sees behind the place. */
final class StatementFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int linesBelow;
  private final boolean storeGone;

  private StatementFailedException(String message, int linesBelow, boolean storeGone) {
    super(message);
    this.linesBelow = linesBelow;
    this.storeGone = storeGone;
  }

  /** In a line of the statement, counted from 0. */
  static StatementFailedException inLine(int linesBelow, String message) {
    return new StatementFailedException(message, linesBelow, false);
  }

  /** The statement as a whole. */
  static StatementFailedException because(String message) {
    return new StatementFailedException(message, 0, false);
  }

  /** The store will not take the next one either. */
  static StatementFailedException storeGone(String message) {
    return new StatementFailedException(message, 0, true);
  }

  /** How many lines below the statement's first line the failure is. */
  int linesBelow() {
    return linesBelow;
  }

  /** True when no further statement can be done. */
  boolean isStoreGone() {
    return storeGone;
  }
}
