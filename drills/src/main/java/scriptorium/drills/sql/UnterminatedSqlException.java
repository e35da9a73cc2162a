package scriptorium.drills.sql;

/** The text ended inside a string, a quoted name or a comment. */
final class UnterminatedSqlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;

  UnterminatedSqlException(String opening, int line) {
    super("not closed before the end of the text: " + opening + " opened in line " + line);
    this.line = line;
  }

  /** Where it was opened, from 1. */
  int line() {
    return line;
  }
}
