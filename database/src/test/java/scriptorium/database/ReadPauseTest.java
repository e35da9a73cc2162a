package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import scriptorium.database.guard.ReadConnection;
import scriptorium.database.guard.ReadLimits;

class ReadPauseTest {

  private static final Duration PAUSE = Duration.ofMillis(300);

  @Test
  void aScanTakesAtLeastItsPause() throws Exception {
    try (EmbeddedDatabase database =
            EmbeddedDatabase.open(DatabaseSettings.defaults().withReadPause(PAUSE));
        ReadConnection read =
            database.readers().borrow(new ReadLimits(Duration.ofMinutes(1), 100_000));
        Statement statement = read.connection().createStatement()) {
      long start = System.nanoTime();

      try (ResultSet sum =
          statement.executeQuery("SELECT SUM(X) FROM SYSTEM_RANGE(1, 100000) WHERE X % 2 = 0")) {
        sum.next();
        assertEquals(2_500_050_000L, sum.getLong(1));
      }

      assertTrue(System.nanoTime() - start >= PAUSE.toNanos());
    }
  }

  @Test
  void aPauseOutOfRangeIsRefused() {
    for (Duration wrong : new Duration[] {Duration.ofMillis(-1), Duration.ofMillis(1001)}) {
      assertThrows(
          IllegalArgumentException.class, () -> DatabaseSettings.defaults().withReadPause(wrong));
    }
  }
}
