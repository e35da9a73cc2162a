package scriptorium.actors;

import java.util.List;
import java.util.Random;

/** H2's types, each with values that are easily damaged on their way. */
final class RandomTypes {

  /**
   * A column type.
   *
   * @param sql as it stands in CREATE TABLE
   * @param literals some of its values
   */
  record Type(String sql, List<String> literals) {

    String literal(Random random) {
      return literals.get(random.nextInt(literals.size()));
    }
  }

  private static final List<Type> TYPES =
      List.of(
          type("BOOLEAN", "TRUE", "FALSE"),
          type("TINYINT", "-128", "0", "127"),
          type("SMALLINT", "-32768", "0", "32767"),
          type("BIGINT", "-9223372036854775808", "7", "9223372036854775807"),
          type("NUMERIC(30, 5)", "0", "-1.5", "1.50000", "1234567890123456789012345.12345"),
          type("DECFLOAT(20)", "0", "1E-600", "-1.25E+30", "1.10", "'NaN'", "'Infinity'"),
          type("REAL", "0", "-1.5", "'NaN'", "'-Infinity'", "1E-40"),
          type("DOUBLE PRECISION", "0", "-0.0E0", "'NaN'", "'Infinity'", "4.9E-324"),
          type("CHAR(5)", "'ab'", "'ab  '", "''", "'äöü'"),
          type("VARCHAR", "''", "'text'", "U&'\\d83d\\de00 \\0000 \\00e9'", "REPEAT('x', 3000)"),
          type("VARCHAR_IGNORECASE", "'abc'", "'ABC'", "'abC'"),
          type("CLOB", "''", "'small'", "REPEAT('é😀', 3000)", "REPEAT('x', 300)"),
          type("BINARY(4)", "X'00000000'", "X'01FF'"),
          type("VARBINARY", "X''", "X'00FF10'"),
          type("BLOB", "X''", "X'01'", "CAST(REPEAT('ab', 4000) AS VARBINARY)"),
          type("DATE", "DATE '2026-02-28'", "DATE '0001-01-01'", "CURRENT_DATE"),
          type("TIME(9)", "TIME '00:00:00'", "TIME '23:59:59.999999999'", "LOCALTIME(9)"),
          type("TIME(9) WITH TIME ZONE", "TIME '10:00:00.000000001+18:00'", "CURRENT_TIME(9)"),
          type("TIMESTAMP(9)", "TIMESTAMP '1500-01-01 12:13:14.123456789'", "LOCALTIMESTAMP(9)"),
          type(
              "TIMESTAMP(9) WITH TIME ZONE",
              "TIMESTAMP '2026-01-01 12:00:00.000000001+01:00'",
              "TIMESTAMP '2026-01-01 11:00:00.000000001+00:00'",
              "CURRENT_TIMESTAMP(9)"),
          type("INTERVAL YEAR TO MONTH", "INTERVAL '5-11' YEAR TO MONTH", "INTERVAL -'1' YEAR"),
          type("INTERVAL DAY TO SECOND(9)", "INTERVAL -'5 23:59:59.123456789' DAY TO SECOND"),
          type("UUID", "UUID '01234567-89ab-cdef-0123-456789abcdef'", "RANDOM_UUID()"),
          type("JSON", "JSON '{\"a\": [1, 2.50, null, \"ü\"]}'", "JSON 'null'", "JSON '\"t\"'"),
          type("ENUM('one', 'two', 'drei')", "'two'", "'drei'", "'one'"),
          type("INTEGER ARRAY", "ARRAY[]", "ARRAY[1, NULL, 3]"),
          type("VARCHAR ARRAY ARRAY", "ARRAY[ARRAY['a', NULL], NULL, ARRAY[]]"),
          type("ENUM('x', 'y') ARRAY", "ARRAY['y', 'x', NULL]"),
          type("ROW(a INTEGER, b VARCHAR)", "ROW(1, 'l')", "ROW(NULL, 'k')"),
          type("GEOMETRY", "'POINT(1 2)'", "'SRID=4326;POLYGON((0 0, 1 0, 1 1, 0 0))'"),
          type("JAVA_OBJECT", "X'ACED0001'", "X'00'"),
          type("side.code", "'a'", "'bad'", "'longer than ten characters'"));

  private RandomTypes() {}

  private static Type type(String sql, String... literals) {
    return new Type(sql, List.of(literals));
  }

  /** A domain must have been made by {@link RandomSchema#PREAMBLE}. */
  static Type any(Random random) {
    return TYPES.get(random.nextInt(TYPES.size()));
  }
}
