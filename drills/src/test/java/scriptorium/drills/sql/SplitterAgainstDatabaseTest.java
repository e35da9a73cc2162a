package scriptorium.drills.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The splitter cuts where the database itself sees the end of a statement. */
class SplitterAgainstDatabaseTest {

  private static final List<String> PIECES =
      List.of(
          "'a;b'",
          "'it''s;'",
          "''",
          "$$;$$",
          "$$ ' \" ; $ $$",
          "U&'\\003b'",
          "1",
          "2.5",
          "'-- ;'",
          "'/* ;'",
          "X'3b'",
          "CAST('a' AS VARCHAR)");

  private static final List<String> BLANKS =
      List.of(" ", "\n", "\t", "\r\n", " /* ; */ ", "/* /* ; */ ' */", " -- ; '\n", " // ; \"\n");

  @Test
  void everyStatementOfARandomScriptRunsAsOne() throws SQLException, IOException {
    long seed = 4711;
    Random random = new Random(seed);
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      for (int round = 0; round < 300; round++) {
        int count = 1 + random.nextInt(4);
        String script = script(random, count);

        int found = 0;
        StatementSplitter splitter = new StatementSplitter(new StringReader(script));
        for (Optional<ScriptItem> i = splitter.next(); i.isPresent(); i = splitter.next()) {
          statement.execute(((ScriptItem.Statement) i.get()).sql());
          found++;
        }

        assertEquals(count, found, "seed=" + seed + " round=" + round + " script=" + script);
      }
    }
  }

  private static String script(Random random, int statements) {
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < statements; i++) {
      script.append(blank(random)).append("VALUES (").append(blank(random)).append(piece(random));
      for (int more = random.nextInt(4); more > 0; more--) {
        script.append(blank(random)).append(',').append(blank(random)).append(piece(random));
      }
      script.append(blank(random)).append(")").append(blank(random)).append(";");
    }
    return script.toString();
  }

  private static String piece(Random random) {
    return PIECES.get(random.nextInt(PIECES.size()));
  }

  private static String blank(Random random) {
    return BLANKS.get(random.nextInt(BLANKS.size()));
  }
}
