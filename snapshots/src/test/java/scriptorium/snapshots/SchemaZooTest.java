package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.h2.api.Trigger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Schemas of every kind come back as they were, answer alike, and go on alike. */
class SchemaZooTest {
  private static final DumpSettings SMALL_CHUNKS = DumpSettings.DEFAULT.withChunkBytes(500);

  /**
   * @param schema statements by the owner
   * @param writes statements by the writer, before the snapshot
   * @param after statements by the writer in both databases, after the restore
   */
  private record Animal(String name, List<String> schema, List<String> writes, List<String> after) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What H2 takes for a trigger. */
  public static final class Doubling implements Trigger {
    @Override
    public void fire(Connection connection, Object[] before, Object[] after) {
      after[1] = 2 * (Integer) after[1];
    }
  }

  static Stream<Animal> animals() {
    return Stream.of(
        new Animal(
            "every type",
            List.of(
                "CREATE DOMAIN isbn AS VARCHAR(20)",
                """
                CREATE TABLE z(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, b BOOLEAN,
                  ti TINYINT, si SMALLINT, i INT, bi BIGINT, nu NUMERIC(12, 3), nz NUMERIC(20, 0),
                  df DECFLOAT(20), r REAL, d DOUBLE PRECISION, c CHAR(4), v VARCHAR(30),
                  vi VARCHAR_IGNORECASE(10), bn BINARY(3), vb VARBINARY(100), jo JAVA_OBJECT, js JSON,
                  u UUID, e ENUM('a', 'b', 'Ü'), da DATE, t TIME(9), tz TIME(9) WITH TIME ZONE,
                  ts TIMESTAMP(9), tstz TIMESTAMP(9) WITH TIME ZONE, iy INTERVAL YEAR,
                  iym INTERVAL YEAR TO MONTH, ids INTERVAL DAY TO SECOND(9), ar INT ARRAY,
                  ar2 VARCHAR(5) ARRAY ARRAY, ro ROW(x INT, y VARCHAR(3)), dom isbn)"""),
            List.of(
                """
                INSERT INTO z(b, ti, si, i, bi, nu, nz, df, r, d, c, v, vi, bn, vb, jo, js, u, e, da,
                  t, tz, ts, tstz, iy, iym, ids, ar, ar2, ro, dom) VALUES
                (TRUE, -1, -2, -3, -4, 1.5, 7, 1E20, 1.5, -1.5E300, 'ab', 'it''s', 'AbC', X'010203',
                  X'00ff', X'01', JSON '{"a": "it''s ü"}', '00000000-0000-0000-0000-000000000001',
                  'Ü', DATE '-0001-02-03', TIME '01:02:03.123456789',
                  TIME WITH TIME ZONE '01:02:03+02:30',
                  TIMESTAMP '2020-01-01 00:00:00.000000001',
                  TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00-03:00', INTERVAL '-5' YEAR,
                  INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1 02:03:04.5' DAY TO SECOND,
                  ARRAY[1, NULL, 3], ARRAY[ARRAY['a'], NULL, ARRAY[]], ROW(1, 'x'), '''; DROP')""",
                """
                INSERT INTO z(r, d, df, v, ar, tstz, bi, nz) VALUES('NaN', '-Infinity', 'Infinity', '',
                  ARRAY[], TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z', 9223372036854775807,
                  99999999999999999999)""",
                """
                INSERT INTO z(r, d, df, i, bi) VALUES
                  (-0.0, -0.0, 'NaN', -2147483648, -9223372036854775808)""",
                """
                INSERT INTO z(r, d, df, v, da, ts) VALUES(1E-40, 4.9E-324, '-Infinity',
                  U&'\\+01F600 \\\\ \\0001 "', DATE '123456-12-31',
                  TIMESTAMP '-99999-01-01 23:59:59.999999999')"""),
            List.of("INSERT INTO z(i, df) VALUES(1, 12300), (2, 1.50), (3, -1E-7)")),
        new Animal(
            "no primary key, gaps, negative keys",
            List.of("CREATE TABLE log(t VARCHAR, n INTEGER)", "CREATE INDEX log_n ON log(n)"),
            List.of(
                "INSERT INTO log SELECT 'n' || x, x FROM SYSTEM_RANGE(1, 500)",
                "DELETE FROM log WHERE MOD(n, 7) < 3",
                "INSERT INTO log(_ROWID_, t, n) VALUES (-5, 'below', 0), (-900, 'far below', -1)"),
            List.of(
                "INSERT INTO log VALUES ('next', 1)",
                "UPDATE log SET n = -n WHERE n > 100",
                "DELETE FROM log WHERE n = -200")),
        new Animal(
            "keys of text, of two columns, falling",
            List.of(
                "CREATE TABLE word(k VARCHAR(20) PRIMARY KEY, n INTEGER)",
                "CREATE TABLE pair(a INTEGER, b VARCHAR(9), v INTEGER, PRIMARY KEY(a, b))",
                "CREATE TABLE falling(id INTEGER, v VARCHAR, PRIMARY KEY(id DESC))"),
            List.of(
                "INSERT INTO word SELECT CHAR(97 + MOD(x * 7, 26)) || MOD(x * 37, 1000) || CHAR(228 +"
                    + " MOD(x, 9)), x FROM SYSTEM_RANGE(1, 999)",
                "INSERT INTO pair SELECT MOD(x, 9) - 4, 'b' || x, x FROM SYSTEM_RANGE(1, 300)",
                "INSERT INTO falling SELECT MOD(x * 37, 211), 'v' || x FROM SYSTEM_RANGE(1, 200)"),
            List.of(
                "UPDATE word SET k = 'z' || k WHERE n < 500",
                "DELETE FROM pair WHERE a = 0",
                "INSERT INTO falling VALUES (1000, 'first'), (-1, 'last')")),
        new Animal(
            "indexes with NULL, falling, NULLS LAST, unique with NULL",
            List.of(
                "CREATE TABLE n(id INTEGER PRIMARY KEY, a INTEGER, b VARCHAR(9), c DATE, d UUID, e"
                    + " TIMESTAMP, f NUMERIC(9, 2), g BOOLEAN)",
                "CREATE UNIQUE INDEX n_a ON n(a)",
                "CREATE UNIQUE NULLS NOT DISTINCT INDEX n_ab ON n(a, id)",
                "CREATE INDEX n_b ON n(b DESC NULLS LAST, a)",
                "CREATE INDEX n_c ON n(c NULLS LAST)",
                "CREATE INDEX n_d ON n(d DESC)",
                "CREATE INDEX n_e ON n(e DESC NULLS FIRST, f)",
                "CREATE INDEX n_f ON n(f, g DESC)",
                "ALTER TABLE n ADD UNIQUE NULLS ALL DISTINCT (b, c, id)"),
            List.of(
                """
                INSERT INTO n SELECT x, CASE WHEN MOD(x, 3) > 0 THEN x * 7919 END,
                  CASE WHEN MOD(x, 5) > 0 THEN 'b' || MOD(x * 31, 40) END,
                  CASE WHEN MOD(x, 7) > 0 THEN DATEADD(DAY, MOD(x * 53, 400) - 200, DATE '0001-01-01')
                  END, CAST(LPAD(ABS(MOD(x * 997, 1000)), 32, 'f') AS UUID),
                  CASE WHEN MOD(x, 11) > 0
                  THEN DATEADD(MICROSECOND, MOD(x * 61, 900), TIMESTAMP '2020-02-29 12:00:00') END,
                  MOD(x * 17, 30) / 4.0, MOD(x, 2) = 0 FROM SYSTEM_RANGE(-250, 250)"""),
            List.of(
                "UPDATE n SET a = NULL, c = NULL WHERE id < 0",
                "DELETE FROM n WHERE b = 'b7'",
                "INSERT INTO n(id) VALUES (1000), (1001)")),
        new Animal(
            "checks, domains, constants, generated, invisible, defaults on null",
            List.of(
                "CREATE CONSTANT most VALUE 1000",
                "CREATE DOMAIN small AS INTEGER CHECK (VALUE < 1000)",
                "CREATE TABLE p(id INTEGER PRIMARY KEY)",
                """
                CREATE TABLE g(id INTEGER GENERATED ALWAYS AS IDENTITY(START WITH 5) PRIMARY KEY,
                  "hid""den" INTEGER INVISIBLE, s small CHECK (s < most),
                  p INTEGER DEFAULT 7 DEFAULT ON NULL REFERENCES p ON DELETE SET NULL,
                  twice INTEGER GENERATED ALWAYS AS (s * 2), t VARCHAR,
                  both VARCHAR GENERATED ALWAYS AS (COALESCE(p, -1) || t))""",
                "CREATE INDEX g_twice ON g(twice)",
                "CREATE INDEX g_both ON g(both)"),
            List.of(
                "INSERT INTO p VALUES (1), (7)",
                "INSERT INTO g(\"hid\"\"den\", s, p, t) SELECT x, x, CASE WHEN MOD(x, 2) = 0 THEN 1 ELSE"
                    + " 7 END, 't' || x FROM SYSTEM_RANGE(1, 120)",
                "DELETE FROM p WHERE id = 1"),
            List.of(
                "INSERT INTO g(s, p) VALUES (5, NULL)",
                "UPDATE g SET s = s + 1, t = 'ü' WHERE id < 50")),
        new Animal(
            "empty, of one row, and of no row any more",
            List.of(
                "CREATE TABLE empty(id INTEGER PRIMARY KEY, v VARCHAR UNIQUE)",
                "CREATE TABLE one(v VARCHAR UNIQUE)",
                "CREATE TABLE gone(v INTEGER)"),
            List.of(
                "INSERT INTO one VALUES ('x')",
                "INSERT INTO gone VALUES (1), (2)",
                "DELETE FROM gone"),
            List.of(
                "INSERT INTO empty SELECT x, x FROM SYSTEM_RANGE(1, 200)",
                "INSERT INTO one VALUES ('y')",
                "INSERT INTO gone VALUES (3)")),
        new Animal(
            "references of two columns, to text, to itself, and cascades",
            List.of(
                "CREATE TABLE a(x INTEGER, y VARCHAR(9), z VARCHAR(9) UNIQUE, PRIMARY KEY(x, y))",
                """
                CREATE TABLE b(id INTEGER PRIMARY KEY, y VARCHAR(9), x INTEGER, z VARCHAR(9),
                  up INTEGER REFERENCES b ON DELETE CASCADE,
                  FOREIGN KEY(y, x) REFERENCES a(y, x) ON DELETE CASCADE,
                  FOREIGN KEY(z) REFERENCES a(z) ON DELETE SET NULL)"""),
            List.of(
                "INSERT INTO a SELECT MOD(x, 10), 'y' || x, 'z' || x FROM SYSTEM_RANGE(1, 100)",
                """
                INSERT INTO b SELECT x, 'y' || (1 + MOD(x * 7, 100)), MOD(1 + MOD(x * 7, 100), 10),
                  CASE WHEN MOD(x, 3) = 0 THEN 'z' || (1 + MOD(x, 100)) END,
                  CASE WHEN x > 1 THEN x / 2 END FROM SYSTEM_RANGE(1, 400)"""),
            List.of("DELETE FROM a WHERE z = 'z8'", "DELETE FROM a WHERE x = 3")),
        new Animal(
            "views before their tables, views on views, triggers, comments, odd names",
            List.of(
                "CREATE SCHEMA \"o;dd 'schema\"",
                "CREATE TABLE \"o;dd 'schema\".\"ta\"\"b;le -- ü\"(id INTEGER PRIMARY KEY, \"n ü\" INTEGER)",
                "CREATE VIEW v1 AS SELECT \"n ü\" + 1 AS n FROM \"o;dd 'schema\".\"ta\"\"b;le -- ü\"",
                "CREATE VIEW v2 AS SELECT n * 2 AS m FROM v1",
                "CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER)",
                "CREATE TRIGGER doubling BEFORE INSERT ON t FOR EACH ROW CALL '"
                    + Doubling.class.getName()
                    + "'",
                "ALTER TABLE \"o;dd 'schema\".\"ta\"\"b;le -- ü\" ADD COLUMN late INTEGER",
                "COMMENT ON TABLE t IS 'it''s; -- not\n/* a comment */ ü'",
                "COMMENT ON VIEW v2 IS 'of a view'"),
            List.of(
                "INSERT INTO \"o;dd 'schema\".\"ta\"\"b;le -- ü\" VALUES (1, 2, 3), (4, 5, 6)",
                "INSERT INTO t VALUES (1, 2), (3, 4)"),
            List.of("INSERT INTO t VALUES (7, 8)")),
        new Animal(
            "LOBs, small, large and in indexed tables",
            List.of(
                "CREATE TABLE l(id INTEGER PRIMARY KEY, c CLOB, b BLOB, v VARCHAR(9) UNIQUE)",
                "CREATE TABLE beside(id INTEGER PRIMARY KEY, l INTEGER REFERENCES l)"),
            List.of(
                """
                INSERT INTO l SELECT x, REPEAT('ß' || x, 200 * x), REPEAT(X'00ff', 300 * x), 'v' || x
                  FROM SYSTEM_RANGE(1, 30)""",
                "INSERT INTO l VALUES (0, '', X'', NULL), (-1, NULL, NULL, NULL)",
                "INSERT INTO beside SELECT x, MOD(x, 30) FROM SYSTEM_RANGE(1, 100)"),
            List.of(
                "UPDATE l SET c = 'x', b = NULL WHERE id < 9", "DELETE FROM beside WHERE l = 3")));
  }

  @ParameterizedTest
  @MethodSource("animals")
  void comesBackAsItWas(Animal animal) throws Exception {
    MemoryChunks chunks = new MemoryChunks();
    try (Library original = Library.empty()) {
      original.schema(animal.schema.toArray(String[]::new));
      original.write(animal.writes.toArray(String[]::new));
      SnapshotManifest manifest = original.dump(chunks, SMALL_CHUNKS);

      try (Library restored = Library.restoreWithTrees(manifest, chunks);
          Library slowly = Library.restoreByStatements(manifest, chunks)) {
        restored.expectSameAs(original);
        slowly.expectSameAs(original);
        IndexChecker.check(restored.database);
        SnapshotVerification.recomputeDigests(manifest, chunks);

        original.write(animal.after.toArray(String[]::new));
        restored.write(animal.after.toArray(String[]::new));
        grow(original, restored);

        restored.expectSameAs(original);
        IndexChecker.check(restored.database);
        assertEquals(freshlyCounted(restored), restored.database.estimatedBytes());
      }
    }
  }

  /** Schema changes rebuild each table from its trees. */
  private static void grow(Library... libraries) throws SQLException {
    for (Library library : libraries) {
      for (String table : tables(library)) {
        library.schema("ALTER TABLE " + table + " ADD COLUMN grown INTEGER DEFAULT 5");
      }
    }
  }

  private static List<String> tables(Library library) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Statement statement = library.database.adminConnection().createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT QUOTE_IDENT(TABLE_SCHEMA) || '.' || QUOTE_IDENT(TABLE_NAME)
                FROM INFORMATION_SCHEMA.TABLES
                WHERE TABLE_SCHEMA <> 'INFORMATION_SCHEMA' AND TABLE_TYPE = 'BASE TABLE'
                ORDER BY 1""")) {
      while (rows.next()) {
        tables.add(rows.getString(1));
      }
    }
    return tables;
  }

  private static long freshlyCounted(Library library) {
    library.database.forgetEstimatedBytes();
    return library.database.estimatedBytes();
  }
}
