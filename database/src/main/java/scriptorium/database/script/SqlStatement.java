package scriptorium.database.script;

/**
 * A statement of a script.
 *
 * @param line the line it begins in, from 1
 * @param sql without leading comments and without its semicolon
 */
public record SqlStatement(int line, String sql) {}
