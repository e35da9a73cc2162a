package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.h2.engine.SessionLocal;
import org.h2.index.Cursor;
import org.h2.index.Index;
import org.h2.jdbc.JdbcConnection;
import org.h2.result.SearchRow;
import org.h2.schema.Schema;
import org.h2.table.Column;
import org.h2.table.Table;
import org.h2.table.TableType;
import scriptorium.database.EmbeddedDatabase;

/** Oracle: each index holds a key for each row and no other, in its order, and finds each. */
final class IndexChecker {
  private IndexChecker() {}

  static void check(EmbeddedDatabase database) {
    SessionLocal session =
        (SessionLocal) ((JdbcConnection) database.adminConnection()).getSession();
    session.lock();
    try {
      for (Schema schema : session.getDatabase().getAllSchemasNoMeta()) {
        for (Table table : schema.getAllTablesAndViews(null)) {
          if (table.getTableType() == TableType.TABLE) {
            check(session, table);
          }
        }
      }
    } finally {
      session.unlock();
    }
  }

  private static void check(SessionLocal session, Table table) {
    List<SearchRow> rows = entries(session, table.getScanIndex(session));
    assertEquals(rows.size(), table.getRowCount(session), table.getName());
    for (Index index : table.getIndexes()) {
      if (!index.getIndexType().isScan() && !index.getIndexType().isSpatial()) {
        check(session, index, rows);
      }
    }
  }

  private static void check(SessionLocal session, Index index, List<SearchRow> rows) {
    List<SearchRow> entries = entries(session, index);
    Set<String> expected = new HashSet<>();
    rows.forEach(row -> expected.add(described(index, row)));
    Set<String> found = new HashSet<>();
    entries.forEach(entry -> found.add(described(index, entry)));
    assertEquals(expected, found, index.getName());
    assertEquals(rows.size(), entries.size(), index.getName());
    for (int i = 1; i < entries.size(); i++) {
      assertTrue(index.compareRows(entries.get(i - 1), entries.get(i)) <= 0, index.getName());
    }
    for (SearchRow row : rows) {
      assertTrue(finds(session, index, row), () -> index.getName() + " misses " + row.getKey());
    }
  }

  private static boolean finds(SessionLocal session, Index index, SearchRow row) {
    Cursor cursor = index.find(session, row, row, false);
    while (cursor.next()) {
      if (cursor.getSearchRow().getKey() == row.getKey()) {
        return true;
      }
    }
    return false;
  }

  private static List<SearchRow> entries(SessionLocal session, Index index) {
    List<SearchRow> entries = new ArrayList<>();
    Cursor cursor = index.find(session, null, null, false);
    while (cursor.next()) {
      entries.add(cursor.getSearchRow());
    }
    return entries;
  }

  private static String described(Index index, SearchRow row) {
    StringBuilder text = new StringBuilder().append(row.getKey());
    for (Column column : index.getColumns()) {
      text.append(' ').append(row.getValue(column.getColumnId()).getTraceSQL());
    }
    return text.toString();
  }
}
