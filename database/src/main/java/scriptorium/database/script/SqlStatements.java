package scriptorium.database.script;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Scripts in memory, cut into statements. Stateless; safe for use by any thread. */
public final class SqlStatements {

  private SqlStatements() {}

  /**
   * The statements of a script, in order.
   *
   * @throws UnterminatedSqlException where the script ends inside a string or a comment
   */
  public static List<SqlStatement> of(String script) {
    List<SqlStatement> statements = new ArrayList<>();
    SqlLexer lexer = new SqlLexer(new StringReader(script));
    StringBuilder sql = new StringBuilder();
    int line = 0;
    for (Optional<Lexeme> next = next(lexer); next.isPresent(); next = next(lexer)) {
      Lexeme lexeme = next.get();
      if (lexeme.kind() == Lexeme.Kind.SEMICOLON) {
        add(statements, line, sql);
      } else if (!sql.isEmpty() || !lexeme.isBlank()) {
        line = sql.isEmpty() ? lexeme.line() : line;
        sql.append(lexeme.text());
      }
    }
    add(statements, line, sql);
    return statements;
  }

  private static void add(List<SqlStatement> statements, int line, StringBuilder sql) {
    if (!sql.isEmpty()) {
      statements.add(new SqlStatement(line, sql.toString().strip()));
      sql.setLength(0);
    }
  }

  /** The first words of a statement, as they stand, at most so many; comments are no words. */
  public static List<String> firstWords(String sql, int most) {
    List<String> words = new ArrayList<>();
    SqlLexer lexer = new SqlLexer(new StringReader(sql));
    Optional<Lexeme> next = next(lexer);
    while (next.isPresent() && words.size() < most) {
      if (next.get().kind() == Lexeme.Kind.WORD) {
        words.add(next.get().text());
      }
      next = next(lexer);
    }
    return words;
  }

  private static Optional<Lexeme> next(SqlLexer lexer) {
    try {
      return lexer.next();
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
  }
}
