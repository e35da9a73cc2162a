package scriptorium.drills.sql;

/** One thing that a script asks for. */
sealed interface ScriptItem {

  /** The line it begins in, from 1. */
  int line();

  /**
   * A SQL statement.
   *
   * @param sql without leading comments and without its semicolon
   */
  record Statement(int line, String sql) implements ScriptItem {}

  /**
   * A command to the shell itself.
   *
   * @param word what follows the backslash, up to the end of the line
   */
  record Backslash(int line, String word) implements ScriptItem {}
}
