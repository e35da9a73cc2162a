package scriptorium.drills.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.database.script.UnterminatedSqlException;

class StatementSplitterTest {

  @Test
  void cutsAtSemicolons() throws IOException {
    assertEquals(List.of("1: SELECT 1", "1: SELECT 2"), split("SELECT 1; SELECT 2"));
  }

  @Test
  void emptyStatementsAreNone() throws IOException {
    assertEquals(List.of("2: SELECT 1"), split(" ;;\n;SELECT 1;\n ; "));
    assertEquals(List.of(), split(""));
    assertEquals(List.of(), split("-- nothing\n/* nor here */"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "VALUES 'a;b'",
        "VALUES 'it''s; fine'",
        "VALUES ';'';'",
        "SELECT \"a;\"\";b\" FROM T",
        "SELECT `a;b` FROM T",
        "VALUES $$a;'b$$",
        "VALUES $$a$b;$$",
        "SELECT A$$B, C FROM T",
        "VALUES 1 -- one; only",
        "VALUES 1 // one; only",
        "VALUES /* a; /* b; */ c; */ 1",
        "VALUES /* ' ; */ 1 /* \" */",
        "VALUES '/*', '--', '*/'",
        "VALUES 4 / 2 - 1 * 3",
        "VALUES U&'\\00e9;', X'3b'",
        "CREATE ALIAS F AS $$ int f() { return 1; } $$",
      })
  void keepsWhatMustNotBeCut(String sql) throws IOException {
    assertEquals(List.of("1: " + sql, "2: SELECT 2"), split(sql + "\n;SELECT 2"));
  }

  @Test
  void aStatementsLineIsItsFirstWords() throws IOException {
    String script =
        """
        -- comment
        SELECT
          1;

        /* two
           lines */ SELECT 'three
        lines';
        SELECT 3""";

    assertEquals(
        List.of("2: SELECT\n  1", "6: SELECT 'three\nlines'", "8: SELECT 3"), split(script));
  }

  @Test
  void windowsLineEndsCountOnceAndStayInStrings() throws IOException {
    assertEquals(
        List.of("1: VALUES 'a\r\nb'", "3: VALUES 2"), split("VALUES 'a\r\nb';\r\nVALUES 2;"));
  }

  @Test
  void aBackslashWhereAStatementCouldBeginIsACommand() throws IOException {
    assertEquals(
        List.of("1: \\tables", "2: SELECT 1", "3: \\q"), split("\\tables\nSELECT 1;\n\\q ;"));
  }

  @Test
  void aBackslashInsideAStatementIsNotACommand() throws IOException {
    assertEquals(List.of("1: SELECT \\q"), split("SELECT \\q"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'a", "\"a", "`a", "$$a$", "/* a", "/* /* */"})
  void whatIsNotClosedNamesItsLine(String open) {
    UnterminatedSqlException failure =
        assertThrows(UnterminatedSqlException.class, () -> split("SELECT 1;\nSELECT " + open));

    assertEquals(2, failure.line());
    assertTrue(String.valueOf(failure.getMessage()).contains("opened in line 2"));
  }

  @Test
  void neverReadsBeyondTheSemicolon() throws IOException {
    // A program at a pipe waits for the answer before it writes the next statement.
    StringReader text = new StringReader("SELECT 1;SELECT 2;");
    StatementSplitter splitter = new StatementSplitter(text);

    splitter.next();

    assertEquals('S', text.read());
  }

  @Test
  void knowsWhetherAStatementHasBegun() throws IOException {
    List<Boolean> inside = new ArrayList<>();
    StatementSplitter[] splitter = new StatementSplitter[1];
    StringReader text = new StringReader("\n1\n;");
    splitter[0] =
        new StatementSplitter(
            new Reader() {
              @Override
              public int read() throws IOException {
                inside.add(splitter[0].insideStatement());
                return text.read();
              }

              @Override
              public int read(char[] buffer, int offset, int length) {
                throw new UnsupportedOperationException();
              }

              @Override
              public void close() {}
            });

    splitter[0].next();

    // Before the line end, the one, its end (asked while the word may go on), the semicolon.
    assertEquals(List.of(false, false, false, true), inside);
  }

  private static List<String> split(String script) throws IOException {
    StatementSplitter splitter = new StatementSplitter(new StringReader(script));
    List<String> items = new ArrayList<>();
    for (Optional<ScriptItem> item = splitter.next(); item.isPresent(); item = splitter.next()) {
      if (item.get() instanceof ScriptItem.Statement statement) {
        items.add(statement.line() + ": " + statement.sql());
      } else if (item.get() instanceof ScriptItem.Backslash backslash) {
        items.add(backslash.line() + ": \\" + backslash.word());
      }
    }
    return items;
  }
}
