package scriptorium.drills.sql;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;
import scriptorium.database.script.Lexeme;
import scriptorium.database.script.Lexeme.Kind;
import scriptorium.database.script.SqlLexer;
import scriptorium.database.script.UnterminatedSqlException;

/**
 * Cuts a script into statements at their semicolons, and into backslash commands where a statement
 * could begin. The last statement may lack its semicolon.
 */
final class StatementSplitter {

  private final SqlLexer lexer;
  private boolean insideStatement;

  StatementSplitter(Reader in) {
    lexer = new SqlLexer(in);
  }

  /**
   * The next statement or command, nothing at the end.
   *
   * @throws UnterminatedSqlException when the text ends inside a string or comment
   */
  Optional<ScriptItem> next() throws IOException {
    insideStatement = false;
    StringBuilder sql = new StringBuilder();
    int line = 0;
    while (true) {
      Optional<Lexeme> found = lexer.next();
      if (found.isEmpty() || (insideStatement && found.get().kind() == Kind.SEMICOLON)) {
        String text = sql.toString().strip();
        return text.isEmpty()
            ? Optional.empty()
            : Optional.of(new ScriptItem.Statement(line, text));
      }
      Lexeme lexeme = found.get();
      if (!insideStatement) {
        if (lexeme.isBlank() || lexeme.kind() == Kind.SEMICOLON) {
          continue;
        }
        line = lexeme.line();
        if (lexeme.text().equals("\\")) {
          return Optional.of(new ScriptItem.Backslash(line, command()));
        }
        insideStatement = true;
      }
      sql.append(lexeme.text());
    }
  }

  /** True while a statement has begun and not ended: what a prompt shows. */
  boolean insideStatement() {
    return insideStatement;
  }

  private String command() throws IOException {
    String word = lexer.restOfLine().strip();
    return word.endsWith(";") ? word.substring(0, word.length() - 1).strip() : word;
  }
}
