package scriptorium.snapshots;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import scriptorium.database.script.Lexeme;
import scriptorium.database.script.SqlLexer;

/**
 * Clauses of columns that are taken back in a text while rows are inserted, for the reasons that
 * {@link SuspendedClauses} has: found in CREATE TABLE itself, since no database is at hand.
 */
final class ColumnClauses {
  private static final String DEFAULT_ON_NULL = " DEFAULT ON NULL";
  private static final String INVISIBLE = " INVISIBLE";

  private final List<String> resumed = new ArrayList<>();

  /** Returns what is to follow a statement; nothing unless it makes a table with such a column. */
  List<String> suspended(String sql) {
    boolean may = sql.contains(DEFAULT_ON_NULL) || sql.contains(INVISIBLE);
    List<String> suspended = new ArrayList<>();
    if (may && sql.startsWith("CREATE ") && sql.contains("TABLE \"")) {
      Columns columns = new Columns(sql);
      for (Column column : columns.read()) {
        String alter = "ALTER TABLE %s ALTER COLUMN %s ".formatted(columns.table, column.name());
        String words = column.words() + ' ';
        if (words.contains(DEFAULT_ON_NULL + ' ')) {
          suspended.add(alter + "DROP DEFAULT ON NULL");
          resumed.add(alter + "SET DEFAULT ON NULL");
        }
        if (words.contains(INVISIBLE + ' ')) {
          suspended.add(alter + "SET VISIBLE");
          resumed.add(alter + "SET INVISIBLE");
        }
      }
    }
    return suspended;
  }

  /** Returns what puts the clauses back once all rows are in. */
  List<String> resumed() {
    return List.copyOf(resumed);
  }

  /** A column's quoted name, and its words outside of brackets and quotes, a space before each. */
  private record Column(String name, String words) {}

  /** Reads {@code CREATE … TABLE "S"."T" … ("A" …, "B" …)}. */
  private static final class Columns {
    private final SqlLexer lexer;
    private final List<Column> columns = new ArrayList<>();
    private final StringBuilder words = new StringBuilder();
    private String table = "";
    private String name = "";
    private int depth;

    Columns(String sql) {
      lexer = new SqlLexer(new StringReader(sql));
    }

    List<Column> read() {
      try {
        for (Optional<Lexeme> next = lexer.next(); next.isPresent(); next = lexer.next()) {
          take(next.get());
        }
      } catch (IOException e) {
        throw new UncheckedIOException("memory does not fail", e);
      }
      return columns;
    }

    private void take(Lexeme lexeme) {
      String text = lexeme.text();
      boolean quotedName = lexeme.kind() == Lexeme.Kind.QUOTED && text.startsWith("\"");
      if (text.equals("(")) {
        depth++;
      } else if (text.equals(")")) {
        depth--;
        endColumn(depth == 0);
      } else if (text.equals(",")) {
        endColumn(depth == 1);
      } else if (depth == 0 && (quotedName || text.equals("."))) {
        table += text;
      } else if (depth == 1 && quotedName && words.isEmpty()) {
        name += text; // a doubled quote in a name makes two lexemes of it
      } else if (depth == 1 && !lexeme.isBlank()) {
        words.append(' ').append(lexeme.kind() == Lexeme.Kind.WORD ? text : "?");
      }
    }

    private void endColumn(boolean ends) {
      if (ends && !name.isEmpty()) {
        columns.add(new Column(name, words.toString()));
        name = "";
        words.setLength(0);
      }
    }
  }
}
