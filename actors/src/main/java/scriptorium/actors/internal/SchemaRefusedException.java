package scriptorium.actors.internal;

import org.jspecify.annotations.Nullable;

/** A schema script cannot be applied; nothing of it has been. */
final class SchemaRefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final String sqlState;
  private final String reason;

  SchemaRefusedException(int line, String sqlState, String reason, @Nullable Throwable cause) {
    super(reason, cause);
    this.line = line;
    this.sqlState = sqlState;
    this.reason = reason;
  }

  /** The failing statement's line in the script, from 1; 0 for the script as a whole. */
  int line() {
    return line;
  }

  String sqlState() {
    return sqlState;
  }

  String reason() {
    return reason;
  }
}
