package scriptorium.database.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.h2.engine.SessionLocal;
import org.h2.result.SearchRow;
import org.h2.value.ValueBigint;
import org.junit.jupiter.api.Test;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.change.TableName;

class TouchedRowsTest {
  @Test
  void remembersTheOldestValueOfEachKeyInTheOrderOfTheirFirstTouch() throws SQLException {
    long seed = new Random().nextLong();
    System.out.println("TouchedRowsTest seed=" + seed);
    Random random = new Random(seed);
    try (EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults())) {
      database.executeSchema("CREATE TABLE t(id BIGINT PRIMARY KEY)");
      TableFacts facts = facts(database);
      for (int keys : new int[] {1, 15, 16, 17, 18, 33, 1000, 50_000}) {
        TouchedRows touched = new TouchedRows(facts);
        Map<Long, SearchRow> expected = new LinkedHashMap<>();
        for (int i = 0; i < 2 * keys; i++) {
          long key = (random.nextInt(keys) - 3L) << (keys == 1000 ? 40 : 0);
          SearchRow row = facts.table.createRow(new ValueBigint[] {ValueBigint.get(i)}, 0);
          touched.touch(key, row);
          expected.put(key, row);
        }

        assertEquals(expected.size(), touched.size());
        int place = 0;
        for (Map.Entry<Long, SearchRow> entry : expected.entrySet()) {
          assertEquals(entry.getKey(), touched.key(place));
          assertSame(entry.getValue(), touched.oldest(place++));
        }
      }
    }
  }

  private static TableFacts facts(EmbeddedDatabase database) throws SQLException {
    SessionLocal session = Connections.session(database.adminConnection());
    return java.util.Objects.requireNonNull(
        SchemaFacts.current(null, session).byName(new TableName("PUBLIC", "T")));
  }
}
