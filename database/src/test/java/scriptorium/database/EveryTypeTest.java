package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import scriptorium.database.change.TableName;

/**
 * Each H2 type through capture, bytes and replay, inserted, updated to every value, and deleted.
 */
class EveryTypeTest {
  private static Copies copies;

  @BeforeAll
  static void open() throws SQLException {
    copies = new Copies();
  }

  @AfterAll
  static void close() {
    copies.close();
  }

  static Stream<Arguments> types() {
    return Stream.of(
        type("BOOLEAN", "TRUE", "FALSE"),
        type("TINYINT", "-128", "0", "127"),
        type("SMALLINT", "-32768", "0", "32767"),
        type("INTEGER", "-2147483648", "0", "2147483647"),
        type("BIGINT", "-9223372036854775808", "0", "9223372036854775807"),
        type("NUMERIC(60, 20)", "0", "-1.5", "1234567890123456789012345678901234567890.5", "1.50"),
        type("NUMERIC(10)", "-9999999999", "1"),
        type("DECFLOAT(40)", "0", "1E-6000", "-1.25E+30", "'NaN'", "'Infinity'", "'-Infinity'"),
        type("DECFLOAT(40)", "12345678901234567890123456789", "1.10", "1.1"),
        type("REAL", "0", "-1.5", "'NaN'", "'Infinity'", "'-Infinity'", "1E-40"),
        type("DOUBLE PRECISION", "0", "-0.0E0", "'NaN'", "'Infinity'", "'-Infinity'", "4.9E-324"),
        type("CHAR(5)", "'ab'", "'ab  '", "''", "'äöü'"),
        type("VARCHAR", "''", "'text'", "U&'\\d83d\\de00 \\0000 \\00e9'", "REPEAT('x', 100000)"),
        type("VARCHAR", "U&'lone \\d83d surrogate'", "U&'\\de00'"),
        type("VARCHAR_IGNORECASE", "'abc'", "'ABC'", "'abC'"),
        type("CLOB", "''", "'small'", "REPEAT('é😀', 50000)", "REPEAT('x', 8192)"),
        type("BINARY(4)", "X'00000000'", "X'01FF'"),
        type("VARBINARY", "X''", "X'00FF10'"),
        type("BLOB", "X''", "X'01'", "CAST(REPEAT('ab', 70000) AS VARBINARY)"),
        type("DATE", "DATE '2026-02-28'", "DATE '0001-01-01'", "DATE '-99999-12-31'"),
        type("TIME(9)", "TIME '00:00:00'", "TIME '23:59:59.999999999'"),
        type("TIME(9) WITH TIME ZONE", "TIME '10:00:00.000000001+18:00'", "TIME '10:00:00-05:30'"),
        type("TIMESTAMP(9)", "TIMESTAMP '2026-11-30 12:13:14.123456789'", "TIMESTAMP '1500-01-01'"),
        type(
            "TIMESTAMP(9) WITH TIME ZONE",
            "TIMESTAMP '2026-01-01 12:00:00.000000001+01:00'",
            "TIMESTAMP '2026-01-01 11:00:00.000000001+00:00'"),
        type("INTERVAL YEAR", "INTERVAL '5' YEAR", "INTERVAL -'5' YEAR"),
        type("INTERVAL MONTH", "INTERVAL '5' MONTH", "INTERVAL '0' MONTH"),
        type("INTERVAL DAY", "INTERVAL '99' DAY", "INTERVAL -'1' DAY"),
        type("INTERVAL HOUR", "INTERVAL '5' HOUR", "INTERVAL -'5' HOUR"),
        type("INTERVAL MINUTE", "INTERVAL '5' MINUTE", "INTERVAL -'5' MINUTE"),
        type("INTERVAL SECOND(5, 9)", "INTERVAL '5.000000001' SECOND", "INTERVAL -'5' SECOND"),
        type("INTERVAL YEAR TO MONTH", "INTERVAL '5-11' YEAR TO MONTH"),
        type("INTERVAL DAY TO HOUR", "INTERVAL '5 23' DAY TO HOUR"),
        type("INTERVAL DAY TO MINUTE", "INTERVAL -'5 23:59' DAY TO MINUTE"),
        type("INTERVAL DAY TO SECOND(9)", "INTERVAL -'5 23:59:59.123456789' DAY TO SECOND"),
        type("INTERVAL HOUR TO MINUTE", "INTERVAL '5:59' HOUR TO MINUTE"),
        type("INTERVAL HOUR TO SECOND", "INTERVAL '5:59:01.5' HOUR TO SECOND"),
        type("INTERVAL MINUTE TO SECOND", "INTERVAL '5:59.25' MINUTE TO SECOND"),
        type(
            "UUID",
            "UUID '01234567-89ab-cdef-0123-456789abcdef'",
            "UUID '00000000-0000-0000-0000-000000000000'"),
        type("JSON", "JSON '{\"a\": [1, 2.50, null, \"ü\"]}'", "JSON 'null'", "JSON '\"text\"'"),
        type("ENUM('one', 'two', 'drei')", "'two'", "'drei'", "'one'"),
        type("INTEGER ARRAY", "ARRAY[]", "ARRAY[1, NULL, 3]"),
        type("VARCHAR ARRAY ARRAY", "ARRAY[ARRAY['a', NULL], NULL, ARRAY[]]"),
        type("ENUM('x', 'y') ARRAY", "ARRAY['y', 'x', NULL]"),
        type("ROW(a INTEGER, b ENUM('k', 'l'))", "ROW(1, 'l')", "ROW(NULL, 'k')"),
        type("ROW(a INTEGER, r ROW(d DATE, e INTEGER))", "ROW(1, ROW(DATE '2026-01-01', 2))"),
        type(
            "GEOMETRY",
            "'POINT(1 2)'",
            "'SRID=4326;POLYGON((0 0, 1 0, 1 1, 0 0))'",
            "'POINT EMPTY'"),
        type("JAVA_OBJECT", "X'ACED0001'", "X'00'"));
  }

  private static Arguments type(String type, String... literals) {
    return Arguments.of(type, List.of(literals));
  }

  @ParameterizedTest
  @MethodSource("types")
  void roundTrips(String type, List<String> literals) throws SQLException {
    copies.written.executeSchema("DROP TABLE IF EXISTS t");
    copies.replayed.executeSchema("DROP TABLE IF EXISTS t");
    String ddl = "CREATE TABLE t(id INTEGER PRIMARY KEY, v " + type + ", w " + type + ')';
    copies.written.executeSchema(ddl);
    copies.replayed.executeSchema(ddl);
    List<String> values = new ArrayList<>(literals);
    values.add("NULL");

    for (int i = 0; i < values.size(); i++) {
      copies.write("INSERT INTO t VALUES(" + i + ", " + values.get(i) + ", NULL)");
    }
    copies.expectEqual();
    assertEquals(values.size(), Copies.rows(copies.written, new TableName("PUBLIC", "T")).size());

    for (String value : values) {
      copies.write("UPDATE t SET w = " + value);
      copies.expectEqual();
      assertTrue(copies.write("UPDATE t SET w = " + value).isEmpty(), "same bytes are no change");
    }

    copies.write("DELETE FROM t");
    copies.expectEqual();
  }
}
