package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.h2.tools.RunScript;
import org.junit.jupiter.api.Test;

/** What is written is loaded by H2's own RunScript into an ordinary H2 database. */
class SnapshotSqlTest {

  @Test
  void loadsEveryKindOfObject() throws Exception {
    try (Library original = Library.rich();
        Connection loaded = load(sql(original))) {
      expectSame(original, loaded, "SELECT * FROM author ORDER BY id");
      expectSame(
          original,
          loaded,
          "SELECT id, title, title_length, kind, price, rating, cover, HASH('SHA-256', body), tags,"
              + " extra, seen, mark FROM book ORDER BY id");
      expectSame(original, loaded, "SELECT * FROM archive.country ORDER BY code");
      expectSame(original, loaded, "SELECT * FROM log ORDER BY text");
      expectSame(original, loaded, "SELECT * FROM novel ORDER BY id");
      expectSame(original, loaded, "SELECT * FROM archive.novel_titles ORDER BY title");
      expectSame(
          original,
          loaded,
          "SELECT REMARKS FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'BOOK'");
      assertEquals(
          List.of(List.of("105")), rows(loaded, "VALUES CAST(NEXT VALUE FOR shelf_mark AS INT)"));
    }
  }

  @Test
  void putsViewsBehindTheTablesAndViewsTheyStandOn() throws Exception {
    try (Library original = Library.rich()) {
      original.schema(
          "CREATE VIEW a_top AS SELECT title, '\"PUBLIC\".\"A_TOP\"' AS text FROM novel",
          "ALTER TABLE book ADD COLUMN pages INT DEFAULT 5",
          "ALTER VIEW novel RECOMPILE",
          "ALTER TABLE author ADD COLUMN died DATE");
      original.schema("CREATE OR REPLACE VIEW novel AS SELECT id, title, pages FROM book");

      try (Connection loaded = load(sql(original))) {
        expectSame(original, loaded, "SELECT * FROM a_top ORDER BY title");
        expectSame(original, loaded, "SELECT * FROM archive.novel_titles ORDER BY title");
      }
    }
  }

  @Test
  void keepsNullInAColumnThatIsDefaultOnNullAndValuesOfInvisibleOnes() throws Exception {
    try (Library original = Library.empty()) {
      original.schema(
          "CREATE TABLE p(id INTEGER PRIMARY KEY)",
          "CREATE TABLE c(id IDENTITY PRIMARY KEY, \"p \"\" 1\" INTEGER DEFAULT 7 DEFAULT ON NULL"
              + " REFERENCES p ON DELETE SET NULL, note VARCHAR DEFAULT ', (\" INVISIBLE '' ',"
              + " \"hid,den\" INTEGER INVISIBLE, v DECIMAL(10, 2))");
      original.write("INSERT INTO p VALUES (1), (7)");
      original.write("INSERT INTO c(\"p \"\" 1\", \"hid,den\", v) VALUES (1, 2, 3), (7, NULL, 4)");
      original.write("DELETE FROM p WHERE id = 1");

      try (Connection loaded = load(sql(original))) {
        String all = "SELECT id, \"p \"\" 1\", note, \"hid,den\", v FROM c ORDER BY id";
        expectSame(original, loaded, all);
        expectSame(original, loaded, "SELECT * FROM c ORDER BY id");
        String next = "INSERT INTO c(\"p \"\" 1\") VALUES (NULL)";
        original.write(next);
        run(loaded, next);
        expectSame(original, loaded, all);
      }
    }
  }

  @Test
  void leavesOutInternalUsersAndWhatTheyMayDo() throws Exception {
    try (Library original = Library.rich()) {
      original.schema("CREATE ROLE clerk", "GRANT SELECT ON book TO clerk");

      String sql = sql(original);

      assertFalse(sql.contains("CREATE USER"), sql);
      assertFalse(sql.contains("AUTHORIZATION"), sql);
      assertEquals(1, sql.split("GRANT ", -1).length - 1);
      assertTrue(sql.endsWith("-- end of snapshot\n"));
      load(sql).close();
    }
  }

  private static String sql(Library library) throws Exception {
    MemoryChunks chunks = new MemoryChunks();
    SnapshotManifest manifest = library.dump(chunks, DumpSettings.DEFAULT.withChunkBytes(400));
    StringBuilder out = new StringBuilder();
    SnapshotSql.write(manifest, chunks, out);
    return out.toString();
  }

  private static Connection load(String sql) throws Exception {
    Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
    RunScript.execute(connection, new StringReader(sql));
    return connection;
  }

  private static void expectSame(Library original, Connection loaded, String query)
      throws Exception {
    assertEquals(rows(original.database.adminConnection(), query), rows(loaded, query));
  }

  private static void run(Connection connection, String sql) throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<List<String>> rows(Connection connection, String query) throws Exception {
    List<List<String>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
