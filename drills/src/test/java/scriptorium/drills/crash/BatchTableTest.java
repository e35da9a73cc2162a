package scriptorium.drills.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchTableTest {

  @Test
  void stepsDoToTheTableWhatTheyDoToTheModel() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      for (String sql : BatchTable.CREATE) {
        statement.execute(sql);
      }
      Map<Long, Integer> model = new HashMap<>();
      StepSource steps = new StepSource(new Random(5), Map.of(), 1);
      for (int i = 0; i < 60; i++) {
        Step step = steps.next();
        step.applyTo(model);
        statement.execute(step.sql());
      }

      Map<Long, Integer> found = new HashMap<>();
      try (ResultSet report = statement.executeQuery(BatchTable.REPORT)) {
        while (report.next()) {
          FoundBatch batch = FoundBatch.parse(report.getString(1)).orElseThrow();
          assertTrue(batch.isWhole(), batch.toString());
          found.put(batch.batch(), batch.maxVersion());
        }
      }

      assertEquals(model, found);
      assertTrue(
          found.size() <= 12 && found.values().stream().anyMatch(v -> v > 0), found.toString());
    }
  }
}
