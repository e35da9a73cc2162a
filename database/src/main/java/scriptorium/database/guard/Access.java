package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientException;

/** The two kinds of guarded connection, which differ in what they allow and how they refuse. */
enum Access {
  MUTATION("mutation"),
  READ("read");

  /** SQLState of what no connection of this kind offers. */
  static final String NOT_SUPPORTED = "0A000";

  /** SQLState of a change that was tried through a connection for reading. */
  static final String READ_ONLY = "25006";

  /** SQLState of a connection that is at its end, or is not this thread's. */
  static final String CONNECTION_CLOSED = "08003";

  private static final int SHOWN_SQL_CHARS = 200;

  private final String word;

  Access(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  /** A statement that was not run. */
  SQLException refusedStatement(String sql, String reason) {
    String message = "statement refused in a " + word + ": sql=\"" + shown(sql) + "\": " + reason;
    return this == READ
        ? new SQLNonTransientException(message, READ_ONLY)
        : new SQLFeatureNotSupportedException(message, NOT_SUPPORTED);
  }

  /** A JDBC call that was not made. */
  SQLFeatureNotSupportedException refusedCall(String call, String reason) {
    return new SQLFeatureNotSupportedException(
        call + " refused in a " + word + ": " + reason, NOT_SUPPORTED);
  }

  /** The statement on one line, shortened to what a log line can bear. */
  private static String shown(String sql) {
    String start = sql.length() > SHOWN_SQL_CHARS ? sql.substring(0, SHOWN_SQL_CHARS) : sql;
    String line = start.replaceAll("\\s+", " ").trim();
    return sql.length() > SHOWN_SQL_CHARS ? line + "… (" + sql.length() + " characters)" : line;
  }
}
