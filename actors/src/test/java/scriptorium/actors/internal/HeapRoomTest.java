package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import scriptorium.actors.StoreSettings;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;

final class HeapRoomTest {

  private static StoreSettings settings(String overrides) {
    return StoreSettings.load(
        ConfigFactory.parseString("scriptorium.store.schema.max-tail-bytes = 1 KiB\n" + overrides)
            .withFallback(ConfigFactory.load()));
  }

  private static EmbeddedDatabase filled() throws Exception {
    EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults());
    database.executeSchema("CREATE TABLE t(id INT PRIMARY KEY, text VARCHAR)");
    SchemaRun.change(database, "INSERT INTO t SELECT x, 'text ' || x FROM SYSTEM_RANGE(1, 1000)");
    return database;
  }

  @Test
  void refusesWhereNoCopyFitsAndTellsTheFigures() throws Exception {
    try (EmbeddedDatabase database = filled()) {
      long bytes = database.estimatedBytes();
      long needed = 2 * bytes + bytes / 100 * 10 + 1024;
      new HeapRoom(settings(""), needed).require(database);

      SchemaRefusedException refused =
          assertThrows(
              SchemaRefusedException.class,
              () -> new HeapRoom(settings(""), needed - 1).require(database));

      assertEquals("HY000", refused.sqlState());
      assertTrue(
          refused
              .reason()
              .contains(
                  "databaseBytes=" + bytes + " needed=" + needed + " maxHeap=" + (needed - 1)),
          refused.reason());
    }
  }

  @Test
  void looksAwayWhenToldTo() throws Exception {
    try (EmbeddedDatabase database = filled()) {
      new HeapRoom(settings("scriptorium.store.schema.check-heap = off"), 1).require(database);
    }
  }
}
