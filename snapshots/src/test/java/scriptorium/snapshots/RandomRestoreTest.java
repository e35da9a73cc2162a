package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random schemas and rows, restored in three ways: as trees, by statements, and by H2 alone. */
class RandomRestoreTest {
  private static final int SCHEMAS = 12;
  private static final List<String> TYPES =
      List.of(
          "INTEGER",
          "BIGINT",
          "SMALLINT",
          "VARCHAR(40)",
          "CHAR(6)",
          "NUMERIC(14, 3)",
          "DOUBLE PRECISION",
          "DATE",
          "TIMESTAMP(6)",
          "TIME(3)",
          "BOOLEAN",
          "UUID",
          "VARBINARY(20)",
          "DECFLOAT",
          "TIMESTAMP(9) WITH TIME ZONE",
          "INTERVAL DAY TO SECOND(6)");

  @TempDir Path folder;

  @Test
  void comesOutAlikeInEachWay() throws Exception {
    long seed = Long.getLong("restore.seed", new Random().nextLong());
    for (int i = 0; i < SCHEMAS; i++) {
      check(seed + i);
    }
  }

  private void check(long seed) throws Exception {
    MemoryChunks chunks = new MemoryChunks();
    Random random = new Random(seed);
    try (Library original = Library.empty()) {
      for (int table = 0; table < 1 + random.nextInt(3); table++) {
        create(original, "t" + table, random);
      }
      SnapshotManifest manifest =
          original.dump(chunks, DumpSettings.DEFAULT.withChunkBytes(64 + random.nextInt(4000)));

      try (Library trees = Library.restoreWithTrees(manifest, chunks);
          Library statements = Library.restoreByStatements(manifest, chunks)) {
        trees.expectSameAs(original);
        statements.expectSameAs(original);
        IndexChecker.check(trees.database);
        SnapshotVerification.recomputeDigests(manifest, chunks);
        assertEquals(rows(original.database.adminConnection()), runScript(manifest, chunks));
      }
    } catch (SQLException | RuntimeException | AssertionError e) {
      throw new AssertionError("seed=" + seed + "; again with -Drestore.seed=" + seed, e);
    }
  }

  private static void create(Library library, String name, Random random) throws SQLException {
    int columns = 1 + random.nextInt(6);
    StringBuilder table = new StringBuilder("CREATE TABLE " + name + "(");
    boolean key = random.nextInt(4) > 0;
    table.append(key ? "id INTEGER PRIMARY KEY" : "id INTEGER");
    List<String> types = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      types.add(TYPES.get(random.nextInt(TYPES.size())));
      table.append(", c").append(i).append(' ').append(types.get(i));
    }
    library.schema(table.append(')').toString());
    for (int i = random.nextInt(4); i > 0; i--) {
      library.schema(index(name, i, columns, random));
    }
    int rows = random.nextBoolean() ? random.nextInt(4) : random.nextInt(400);
    for (int i = 0; i < rows; i++) {
      StringBuilder row = new StringBuilder("INSERT INTO " + name + " VALUES (" + (i * 3 - 50));
      types.forEach(type -> row.append(", ").append(value(type, random)));
      library.write(row.append(')').toString());
    }
    library.write("DELETE FROM " + name + " WHERE MOD(id, " + (2 + random.nextInt(5)) + ") = 0");
  }

  private static String index(String table, int number, int columns, Random random) {
    StringBuilder index =
        new StringBuilder("CREATE INDEX " + table + "_i" + number + " ON " + table);
    int first = random.nextInt(columns);
    index.append("(c").append(first).append(order(random));
    if (columns > 1) {
      index.append(", c").append((first + 1) % columns).append(order(random));
    }
    return index.append(')').toString();
  }

  private static String order(Random random) {
    return List.of("", " DESC", " NULLS LAST", " DESC NULLS FIRST").get(random.nextInt(4));
  }

  private static String value(String type, Random random) {
    int n = random.nextInt(5) == 0 ? random.nextInt() : random.nextInt(40) - 20;
    if (random.nextInt(6) == 0) {
      return "NULL";
    }
    return switch (type) {
      case "SMALLINT" -> String.valueOf(n % 30_000);
      case "VARCHAR(40)" -> "'" + text(random, 20).replace("'", "''") + "'";
      case "CHAR(6)" -> "'" + n % 1000 + " '";
      case "NUMERIC(14, 3)" -> n + "." + random.nextInt(1000);
      case "DOUBLE PRECISION" -> random.nextInt(9) == 0 ? "'NaN'" : n + "E" + random.nextInt(200);
      case "DATE" -> "DATEADD(DAY, " + n % 1_000_000 + ", DATE '2000-02-29')";
      case "TIMESTAMP(6)" -> "DATEADD(MILLISECOND, " + n + ", TIMESTAMP '1999-12-31 23:59:59.9')";
      case "TIME(3)" -> "TIME '12:" + (10 + Math.floorMod(n, 50)) + ":00.5'";
      case "BOOLEAN" -> n % 2 == 0 ? "TRUE" : "FALSE";
      case "UUID" -> "CAST(LPAD('" + Integer.toHexString(n) + "', 32, '0') AS UUID)";
      case "VARBINARY(20)" -> "X'" + "%08x".formatted(n) + "'";
      case "DECFLOAT" -> n + "E-" + random.nextInt(9);
      case "TIMESTAMP(9) WITH TIME ZONE" ->
          "TIMESTAMP WITH TIME ZONE '2024-05-06 07:08:09.000000001+0"
              + Math.floorMod(n, 9)
              + ":30'";
      case "INTERVAL DAY TO SECOND(6)" -> "INTERVAL '" + n % 90 + " 01:02:03.000004' DAY TO SECOND";
      default -> String.valueOf(n);
    };
  }

  private static String text(Random random, int longest) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(longest); left > 0; left--) {
      text.append("ab'\";,()\\ß\u65e5-".charAt(random.nextInt(12)));
    }
    return text.toString();
  }

  /** The rows of H2's own RUNSCRIPT, which knows no row keys. */
  private List<String> runScript(SnapshotManifest manifest, MemoryChunks chunks) throws Exception {
    Path script = folder.resolve("script.sql");
    Files.writeString(script, Forgery.script(manifest, chunks), StandardCharsets.UTF_8);
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:", "ADMIN", "");
        Statement statement = connection.createStatement()) {
      statement.execute("RUNSCRIPT FROM '" + script + "'");
      return rows(connection);
    }
  }

  private static List<String> rows(Connection connection) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet script = statement.executeQuery("SCRIPT NOPASSWORDS NOSETTINGS")) {
      while (script.next()) {
        String line = script.getString(1);
        if (!line.startsWith("CREATE USER") && !line.startsWith("--")) {
          lines.add(line.replaceAll(" SELECTIVITY [0-9]+", ""));
        }
      }
    }
    return lines;
  }
}
