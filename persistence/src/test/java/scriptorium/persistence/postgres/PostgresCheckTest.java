package scriptorium.persistence.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scriptorium.servers.SharedPostgres;

/** Each thing that may be wrong, wrong: one message that names it. */
final class PostgresCheckTest {

  /** What the plugin brings of its own. */
  private static final String PLUGIN =
      """
      akka-persistence-jdbc.logicalDeletion.enable = true
      jdbc-journal {
        class = "akka.persistence.jdbc.journal.JdbcAsyncWriteJournal"
        dao = "akka.persistence.jdbc.journal.dao.DefaultJournalDao"
        batchSize = 400
        use-shared-db = null
        tables.event_journal { tableName = "event_journal", schemaName = "" }
      }
      jdbc-read-journal {
        class = "akka.persistence.jdbc.query.JdbcReadJournalProvider", use-shared-db = null
      }
      jdbc-snapshot-store {
        class = "akka.persistence.jdbc.snapshot.JdbcSnapshotStore"
        use-shared-db = null
        tables.snapshot { tableName = "snapshot", schemaName = "" }
      }
      """;

  private String database;

  @BeforeEach
  void makeTables() throws SQLException {
    makeTablesIn(SharedPostgres.newSchema());
  }

  private void makeTablesIn(String newDatabase) throws SQLException {
    database = newDatabase;
    try (Connection connection = connect()) {
      assertTrue(PostgresSchema.create(connection));
    }
  }

  private Connection connect() throws SQLException {
    return SharedPostgres.server().connect(database);
  }

  private Config config(String overrides) {
    String own =
        """
        include classpath("scriptorium-postgres.conf")
        scriptorium.postgres { url = "%s", user = "%s", password = "%s" }
        """
            .formatted(
                SharedPostgres.server().url(database),
                SharedPostgres.server().user(),
                SharedPostgres.server().password());
    return ConfigFactory.parseString(own + overrides)
        .withFallback(ConfigFactory.parseString(PLUGIN))
        .resolve();
  }

  private void check(String overrides) throws SQLException {
    PostgresCheck.run(
        config(overrides), "jdbc-journal", "jdbc-read-journal", "jdbc-snapshot-store");
  }

  private PostgresFault onlyFault(String overrides) {
    UnfitPostgresException refused =
        assertThrows(UnfitPostgresException.class, () -> check(overrides));
    assertEquals(1, refused.faults().size(), refused.getMessage());
    PostgresFault fault = refused.faults().get(0);
    assertTrue(String.valueOf(refused.getMessage()).contains(fault.what()), refused.getMessage());
    return fault;
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void whatIsShippedPasses() throws SQLException {
    check("");

    assertTrue(PostgresCheck.isPostgres(config(""), "jdbc-journal"));
    assertFalse(PostgresCheck.isPostgres(config(""), "scriptorium.journal"));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc-journal.batchSize, 400",
    "jdbc-journal.dao, other.Dao",
    "jdbc-journal.circuit-breaker.max-failures, 10",
    "jdbc-journal.circuit-breaker.call-timeout, 10s",
    "akka-persistence-jdbc.logicalDeletion.enable, true",
    "jdbc-journal.slick.db.keepAliveConnection, on",
    "jdbc-journal.slick.db.maxConnections, 5",
    "jdbc-journal.slick.db.properties.socketTimeout, 0",
    "jdbc-journal.slick.db.properties.socketTimeout, never",
    "jdbc-read-journal.includeLogicallyDeleted, true",
    "jdbc-snapshot-store.use-shared-db, null"
  })
  void aSettingOfThePluginIsRefused(String path, String value) {
    UnfitPostgresException refused =
        assertThrows(UnfitPostgresException.class, () -> check(path + " = " + value));

    String name = path.substring(path.lastIndexOf('.') + 1).replace("use-shared-db", "url");
    assertTrue(
        refused.faults().stream().anyMatch(fault -> fault.what().endsWith(name)),
        refused.getMessage());
  }

  @Test
  void aMissingUrlIsRefused() {
    UnfitPostgresException refused =
        assertThrows(UnfitPostgresException.class, () -> check("scriptorium.postgres.url = null"));

    assertTrue(
        String.valueOf(refused.getMessage()).contains("SCRIPTORIUM_POSTGRES_URL"),
        refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "idle-in-transaction, 0, idle_in_transaction_session_timeout",
    "idle-in-transaction, 6s, idle_in_transaction_session_timeout",
    "lock, 0, lock_timeout",
    "statement, 0, statement_timeout",
    "statement, 10s, statement_timeout",
    "transaction, 0, transaction_timeout"
  })
  void aTimeOutOfASessionIsRefused(String key, String value, String name) {
    PostgresFault fault = onlyFault("scriptorium.postgres.session." + key + " = " + value);

    assertEquals(name, fault.what());
    assertTrue(fault.remedy().contains("scriptorium.postgres.session." + key), fault.remedy());
  }

  @ParameterizedTest
  @CsvSource({
    "synchronous_commit, off, on or remote_apply",
    "synchronous_commit, local, on or remote_apply",
    "default_transaction_read_only, on, off"
  })
  void aSettingOfTheServerIsRefused(String name, String value, String expected)
      throws SQLException {
    makeTablesIn(SharedPostgres.newDatabase());
    execute("alter database " + database + " set " + name + " = " + value);

    PostgresFault fault = onlyFault("");

    assertEquals(new PostgresFault(name, value, expected, fault.remedy()), fault);
  }

  @Test
  void anotherEncodingIsRefused() throws SQLException {
    execute("create database latin encoding 'LATIN1' template template0 locale 'C'");
    makeTablesIn("latin");

    assertEquals("server_encoding", onlyFault("").what());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "drop table event_tag, event_journal | table \"event_journal\"",
        "drop table snapshot | table \"snapshot\"",
        "alter table event_journal disable trigger event_journal_follows"
            + " | trigger event_journal_follows of \"event_journal\"",
        "alter table event_tag drop constraint event_tag_event_id_fkey;"
            + " alter table event_journal set unlogged | table \"event_journal\"",
        "alter table event_journal drop constraint event_journal_pkey"
            + " | primary key of \"event_journal\"",
        "alter table event_journal drop column writer | column writer of \"event_journal\"",
        "alter table snapshot alter column created type int | column created of \"snapshot\""
      })
  void aTableIsRefused(String sql, String what) throws SQLException {
    execute(sql);

    PostgresFault fault = onlyFault("");

    assertEquals(what, fault.what());
    try (Connection connection = connect()) {
      assertEquals(List.of(fault), PostgresCheck.tables(connection));
    }
  }

  @Test
  void aRoleWithoutRightsIsRefused() throws SQLException {
    execute("create role reader login password 'r'");
    execute("grant usage on schema " + database.replaceAll(".*=", "") + " to reader");
    execute("grant select on event_journal, snapshot to reader");
    try {
      UnfitPostgresException refused =
          assertThrows(
              UnfitPostgresException.class,
              () -> check("scriptorium.postgres { user = reader, password = r }"));

      assertEquals(2, refused.faults().size(), refused.getMessage());
      assertTrue(String.valueOf(refused.getMessage()).contains("GRANT"), refused.getMessage());
    } finally {
      execute("drop owned by reader");
      execute("drop role reader");
    }
  }

  @Test
  void aServerThatIsNotThereIsNoFault() {
    SQLException refused =
        assertThrows(
            SQLException.class,
            () -> check("scriptorium.postgres.url = \"jdbc:postgresql://127.0.0.1:1/x\""));

    assertTrue(String.valueOf(refused.getSQLState()).startsWith("08"), refused.toString());
  }

  @Test
  void noMessageShowsThePassword() {
    PostgresSettings settings = PostgresSettings.of(config(""), "jdbc-journal");

    assertFalse(settings.toString().contains(SharedPostgres.server().password()));
  }
}
