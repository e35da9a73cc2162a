package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Why new schemas may not index VARCHAR_IGNORECASE; once this fails, they may. */
class StaleIndexKeysTest {

  @Test
  void changeOfCaseAloneLeavesTheOldKeyInAnIndex() throws SQLException {
    try (Copies copies =
        new Copies("CREATE TABLE t(n INTEGER, x VARCHAR_IGNORECASE)", "CREATE INDEX i ON t(x)")) {
      copies.write("INSERT INTO t VALUES(1, 'abc')");
      copies.write("UPDATE t SET x = 'ABC'");

      assertEquals(
          List.of("[abc]"), Copies.query(copies.written, "SELECT x FROM t WHERE x >= 'a'"));
      assertEquals(List.of("[1, ABC]"), Copies.query(copies.written, "SELECT n, x FROM t"));
    }
  }
}
