package scriptorium.benchmarks.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SixTablesTest {

  private static final int ROWS = 3000;

  @Test
  void tablesHaveAllRowsTogether() {
    for (int rows : new int[] {SixTables.FEWEST_ROWS, 1234, 500_000}) {
      int sum = 0;
      for (SixTables table : SixTables.values()) {
        sum += table.rows(rows);
      }
      assertEquals(rows, sum);
    }
  }

  @Test
  void haveThirteenIndexesBesidesIntegerPrimaryKeys() throws SQLException {
    try (Connection connection = filled(false)) {
      assertEquals(
          List.of("13"),
          texts(
              connection,
              """
              SELECT COUNT(*) FROM INFORMATION_SCHEMA.INDEXES
              WHERE TABLE_SCHEMA = 'PUBLIC' AND INDEX_TYPE_NAME <> 'PRIMARY KEY'
                OR TABLE_NAME = 'CHARGE' AND INDEX_TYPE_NAME = 'PRIMARY KEY'"""));
    }
  }

  @Test
  void rowsAreTheSameWithParentsLookedUpAndInParts() throws SQLException {
    try (Connection byId = filled(false);
        Connection byLookUp = filled(true)) {
      assertEquals(ROWS, SixTablesInserts.count(byId));
      String script = "SCRIPT NOPASSWORDS NOSETTINGS";
      List<String> expected = inserts(texts(byId, script));
      assertEquals(expected, inserts(texts(byLookUp, script)));
    }
  }

  private static List<String> inserts(List<String> script) {
    return script.stream().filter(line -> line.startsWith("INSERT")).toList();
  }

  private static Connection filled(boolean byLookUp) throws SQLException {
    Connection connection = BareH2.open();
    try (Statement statement = connection.createStatement();
        SixTablesInserts inserts = new SixTablesInserts(connection, ROWS, byLookUp)) {
      statement.execute(SixTables.SCHEMA);
      inserts.insert(0, ROWS / 2);
      inserts.insert(ROWS / 2, ROWS);
    }
    return connection;
  }

  private static List<String> texts(Connection connection, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        texts.add(result.getString(1));
      }
    }
    return texts;
  }
}
