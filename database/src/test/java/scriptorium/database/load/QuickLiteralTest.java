package scriptorium.database.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.table.Column;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuickLiteralTest {
  private static final byte[] BEFORE = {'0'};

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "INTEGER|0",
        "INTEGER|-999999999",
        "BIGINT|-999999999999999999",
        "NUMERIC(12, 2)|-0.05",
        "NUMERIC(12, 2)|1234567890.12",
        "VARCHAR(5)|'a b,c'",
        "VARCHAR|'(2)'",
        "DATE|DATE '2020-02-29'",
        "DATE|DATE '0100-12-31'",
        "TIMESTAMP(0)|TIMESTAMP '1999-12-31 23:59:59'",
        "TIMESTAMP|TIMESTAMP '2020-01-01 00:00:00.000001'",
        "TIMESTAMP(9)|TIMESTAMP '2020-01-01 00:00:00.123456789'"
      })
  void readsWhatTheOtherParserReads(String type, String literal) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      Column column = column(connection, type);
      Value expected =
          new LiteralParser(session(connection), new LobParts(), bytes(literal + ")", 0))
              .read(column);

      for (String next : new String[] {",", ")"}) {
        Value value = quick(column, literal + next);
        assertNotNull(value);
        assertEquals(expected.getClass(), value.getClass());
        assertEquals(expected, value);
        assertEquals(expected.toString(), value.toString());
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "INTEGER|2147483648",
        "INTEGER|-",
        "INTEGER|NULL",
        "INTEGER|1.5",
        "INTEGER|CAST(1 AS INTEGER)",
        "BIGINT|-9223372036854775808",
        "NUMERIC(12, 2)|1.2",
        "NUMERIC(12, 2)|1.234",
        "NUMERIC(12, 2)|.25",
        "NUMERIC(5, 2)|1234.00",
        "NUMERIC(5)|12",
        "VARCHAR(2)|'abc'",
        "VARCHAR|''",
        "VARCHAR|'it''s'",
        "VARCHAR|'ä'",
        "VARCHAR|U&'\\00e4'",
        "VARCHAR|'open",
        "DATE|DATE '2021-02-29'",
        "DATE|DATE '2020-13-01'",
        "DATE|DATE '-0001-01-01'",
        "DATE|DATE '12020-01-01'",
        "DATE|DATE '2020-01-0",
        "TIMESTAMP(0)|TIMESTAMP '2020-01-01 00:00:00.5'",
        "TIMESTAMP|TIMESTAMP '2020-01-01 24:00:00'",
        "TIMESTAMP|TIMESTAMP '2020-01-01 00:00:00.1234567'",
        "TIMESTAMP|TIMESTAMP '2020-01-01T00:00:00'",
        "CHAR(3)|'abc'",
        "BOOLEAN|TRUE"
      })
  void leavesOtherForms(String type, String literal) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      Column column = column(connection, type);
      assertNull(quick(column, literal + ","));
      assertNull(quick(column, literal));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "INTEGER|12",
        "NUMERIC(12, 2)|1.25",
        "VARCHAR|'text'",
        "DATE|DATE '2020-02-29'",
        "TIMESTAMP|TIMESTAMP '2020-01-01 00:00:00.5'"
      })
  void doesNotReadBehindTheStatement(String type, String literal) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      Column column = column(connection, type);
      String all = literal + ",";
      for (int missing = 1; missing <= all.length(); missing++) {
        SqlBytes sql = bytes(all, missing);
        assertNull(QuickLiteral.of(column).read(sql));
      }
    }
  }

  /** Twice: what was read before is known then. */
  private static @Nullable Value quick(Column column, String text) {
    QuickLiteral quick = QuickLiteral.of(column);
    SqlBytes sql = bytes(text, 0);
    Value first = quick.read(sql);
    assertEquals(BEFORE.length + (first == null ? 0 : text.length() - 1), sql.at);
    sql = bytes(text, 0);
    assertEquals(first, quick.read(sql));
    return first;
  }

  /** Of which the last bytes are not the statement's. */
  private static SqlBytes bytes(String text, int behind) {
    byte[] bytes =
        (new String(BEFORE, StandardCharsets.US_ASCII) + text).getBytes(StandardCharsets.UTF_8);
    SqlBytes sql = new SqlBytes();
    sql.set(bytes, BEFORE.length, bytes.length - behind);
    return sql;
  }

  private static Column column(Connection connection, String type) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t(c " + type + ")");
    }
    SessionLocal session = session(connection);
    return session.getDatabase().getMainSchema().getTableOrView(session, "T").getColumn(0);
  }

  private static SessionLocal session(Connection connection) {
    return (SessionLocal) ((JdbcConnection) connection).getSession();
  }
}
