package scriptorium.drills.sql;

/**
 * A piece of SQL text that must not be cut.
 *
 * @param kind what it is
 * @param text its characters as they stand in the source
 * @param line the line of its first character, from 1
 */
record Lexeme(Kind kind, String text, int line) {

  enum Kind {
    /** A keyword, an unquoted name or a number. */
    WORD,
    /** A string, a quoted name or a dollar-quoted string; semicolons in it end nothing. */
    QUOTED,
    /** A comment; semicolons and quotes in it mean nothing. */
    COMMENT,
    /** One white-space character. */
    SPACE,
    /** The end of a statement. */
    SEMICOLON,
    /** Any other single character. */
    SYMBOL
  }

  boolean isBlank() {
    return kind == Kind.SPACE || kind == Kind.COMMENT;
  }
}
