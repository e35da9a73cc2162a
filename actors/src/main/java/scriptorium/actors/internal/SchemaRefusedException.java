package scriptorium.actors.internal;

import org.jspecify.annotations.Nullable;

/** A schema script cannot be applied; nothing of it has been. */
class SchemaRefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final String statement;
  private final String sqlState;
  private final String reason;

  /** The script as a whole is refused, or what begins at a line and never ends. */
  SchemaRefusedException(int line, String sqlState, String reason, @Nullable Throwable cause) {
    this(line, "", sqlState, reason, cause);
  }

  /**
   * A statement is refused.
   *
   * @param statement the statement, which is shortened here
   */
  SchemaRefusedException(
      int line, String statement, String sqlState, String reason, @Nullable Throwable cause) {
    super(reason, cause);
    this.line = line;
    this.statement = SchemaStatements.shortened(statement);
    this.sqlState = sqlState;
    this.reason = reason;
  }

  /** The failing statement's line in the script, from 1; 0 for the script as a whole. */
  int line() {
    return line;
  }

  /** The failing statement on one line, shortened; empty for the script as a whole. */
  String statement() {
    return statement;
  }

  String sqlState() {
    return sqlState;
  }

  String reason() {
    return reason;
  }

  /** All of it, for the log and for whoever waits for the store to open. */
  String describe(String script) {
    return "schema script refused: script="
        + script
        + (line > 0 ? " line=" + line : "")
        + (statement.isEmpty() ? "" : " statement=" + statement)
        + " sqlState="
        + sqlState
        + ": "
        + reason;
  }
}
