package scriptorium.database.load;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import scriptorium.database.script.Lexeme;
import scriptorium.database.script.SqlLexer;
import scriptorium.database.script.UnterminatedSqlException;

/** The words that the literals of a script are made of: none of them reads, writes or runs. */
public final class LiteralWords {
  private static final Set<String> KNOWN =
      Set.of(
          "NULL",
          "TRUE",
          "FALSE",
          "ARRAY",
          "ROW",
          "CAST",
          "AS",
          "U",
          "X",
          "DATE",
          "TIME",
          "TIMESTAMP",
          "WITH",
          "WITHOUT",
          "LOCAL",
          "ZONE",
          "INTERVAL",
          "YEAR",
          "MONTH",
          "DAY",
          "HOUR",
          "MINUTE",
          "SECOND",
          "TO",
          "UUID",
          "JSON",
          "GEOMETRY",
          "JAVA_OBJECT",
          "DOUBLE",
          "PRECISION",
          "REAL",
          "DECFLOAT",
          "NUMERIC",
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "CHARACTER",
          "CHAR",
          "VARYING",
          "LARGE",
          "OBJECT",
          "BINARY",
          "BOOLEAN",
          "VARCHAR_IGNORECASE");

  /** What a script calls to put a LOB together, and what an INSERT consists of beside literals. */
  private static final Set<String> OF_INSERTS =
      Set.of(
          "INSERT",
          "INTO",
          "VALUES",
          "OVERRIDING",
          "SYSTEM",
          "VALUE",
          "SYSTEM_COMBINE_CLOB",
          "SYSTEM_COMBINE_BLOB",
          "SYSTEM_LOB_STREAM");

  private LiteralWords() {}

  /**
   * Looks through one literal.
   *
   * @throws LoadViolationException naming a word that is none of theirs, or a comment
   */
  static void check(String literal) {
    check(literal, false);
  }

  /**
   * Looks through a whole INSERT statement, before H2 runs it.
   *
   * @throws LoadViolationException as for a literal
   */
  public static void checkInsert(String insert) {
    check(insert, true);
  }

  private static void check(String sql, boolean insert) {
    SqlLexer lexer = new SqlLexer(new StringReader(sql));
    for (Optional<Lexeme> next = next(lexer); next.isPresent(); next = next(lexer)) {
      Lexeme lexeme = next.get();
      boolean allowed =
          switch (lexeme.kind()) {
            case WORD -> isAllowed(lexeme.text(), insert);
            case QUOTED -> lexeme.text().charAt(0) == '\'' || (insert && isName(lexeme));
            case SPACE, SYMBOL -> true;
            case COMMENT, SEMICOLON -> false;
          };
      if (!allowed) {
        boolean word = lexeme.kind() == Lexeme.Kind.WORD;
        throw new LoadViolationException(
            "a value of the script is no literal: found="
                + (word ? lexeme.text() : lexeme.kind().name().toLowerCase(Locale.ROOT)));
      }
    }
  }

  private static boolean isName(Lexeme lexeme) {
    return lexeme.text().charAt(0) == '"';
  }

  private static boolean isAllowed(String word, boolean insert) {
    char first = word.charAt(0);
    return (first >= '0' && first <= '9')
        || KNOWN.contains(word)
        || (insert && OF_INSERTS.contains(word));
  }

  private static Optional<Lexeme> next(SqlLexer lexer) {
    try {
      return lexer.next();
    } catch (UnterminatedSqlException e) {
      throw new LoadViolationException("a value of the script does not end", e);
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
  }
}
