package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.TimeZone;
import org.h2.util.DateTimeUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scriptorium.database.guard.MutationConnection;

/** What of a schema, and of rows, goes by the time zone of the program. */
final class TimeZoneTest {

  private final TimeZone before = TimeZone.getDefault();
  private EmbeddedDatabase database;

  @BeforeEach
  void moveToTokyo() {
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    DateTimeUtils.resetCalendar(); // H2 remembers the zone it started in
    database = EmbeddedDatabase.open(DatabaseSettings.defaults());
  }

  @AfterEach
  void moveBack() {
    database.close();
    TimeZone.setDefault(before);
    DateTimeUtils.resetCalendar();
  }

  private String one(String query) throws SQLException {
    try (Statement statement = database.adminConnection().createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Test
  void convertsColumnsAsInUtc() throws SQLException {
    database.executeSchema("create table t(id int primary key, z timestamp with time zone)");
    database.executeSchema("insert into t values(1, '2020-07-01 00:00:00+00')");

    database.executeSchema("alter table t alter column z set data type timestamp");

    assertEquals("2020-07-01 00:00:00", one("select z from t"));
  }

  @Test
  void takesConstantsOfASchemaAsInUtc() throws SQLException {
    database.executeSchema(
        "create table t(id int primary key, z timestamp with time zone"
            + " default timestamp '2020-07-01 00:00:00')");
    database.executeSchema("insert into t(id) values(1)");

    assertEquals("2020-07-01 00:00:00+00", one("select z from t"));
  }

  @Test
  void leavesDatesOfMutationsInTheZoneOfTheProgram() throws SQLException {
    database.executeSchema("create table t(d date)");
    database.writer().savepoint();

    try (MutationConnection mutation = database.openMutation();
        PreparedStatement insert =
            mutation.connection().prepareStatement("insert into t values(?)")) {
      insert.setDate(1, Date.valueOf("2020-07-01"));
      insert.execute();
    }

    try (MutationConnection mutation = database.openMutation();
        Statement statement = mutation.connection().createStatement();
        ResultSet rows = statement.executeQuery("select d, cast(d as varchar) from t")) {
      rows.next();
      assertEquals("2020-07-01", rows.getDate(1).toString());
      assertEquals("2020-07-01", rows.getString(2));
    }
    database.writer().rollback();
  }
}
