package scriptorium.database.script;

/** The text ended inside a string, a quoted name or a comment. */
public final class UnterminatedSqlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;

  UnterminatedSqlException(String opening, int line) {
    super("not closed before the end of the text: " + opening + " opened in line " + line);
    this.line = line;
  }

  /** Where it was opened, from 1. */
  public int line() {
    return line;
  }
}
