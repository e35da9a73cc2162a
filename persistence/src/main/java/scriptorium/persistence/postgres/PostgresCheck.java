package scriptorium.persistence.postgres;

import com.typesafe.config.Config;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether akka-persistence-jdbc and the PostgreSQL server behind it are as a store needs them:
 * settings, durability, time-outs, tables. Writes nothing. Safe for use by any thread, which it
 * blocks.
 */
public final class PostgresCheck {

  private PostgresCheck() {}

  /** Whether this journal plugin is akka-persistence-jdbc's, told to use PostgreSQL. */
  public static boolean isPostgres(Config config, String journal) {
    return PostgresSettings.isJdbc(config, journal)
        && PostgresSettings.text(config, PostgresSettings.slickPath(config, journal) + ".profile")
            .orElse("")
            .equals(PostgresSettings.PROFILE);
  }

  /**
   * Passes where everything is as it must be.
   *
   * @param journal the journal plugin's path in the configuration
   * @param query the query plugin's
   * @param snapshots the snapshot store's, whichever that is
   * @throws UnfitPostgresException naming everything that is wrong
   * @throws SQLException where the server does not answer, or refuses the login
   */
  public static void run(Config config, String journal, String query, String snapshots)
      throws SQLException {
    List<PostgresFault> faults =
        new ArrayList<>(ConfigInspection.of(config, journal, query, snapshots));
    if (!faults.isEmpty()) {
      throw new UnfitPostgresException(faults); // they are what a connection is made with
    }
    PostgresSettings settings = PostgresSettings.of(config, journal);
    try (Connection connection = settings.connect()) {
      faults.addAll(ServerInspection.of(connection, ConfigInspection.socketTimeout(settings)));
      faults.addAll(TableInspection.of(connection, names(config, journal, snapshots)));
    }
    if (!faults.isEmpty()) {
      throw new UnfitPostgresException(faults);
    }
  }

  /** What is wrong with the tables of the usual names that this connection sees. */
  public static List<PostgresFault> tables(Connection connection) throws SQLException {
    return List.copyOf(TableInspection.of(connection, TableInspection.Names.USUAL));
  }

  private static TableInspection.Names names(Config config, String journal, String snapshots) {
    return new TableInspection.Names(
        name(config, journal + ".tables.event_journal", "event_journal"),
        PostgresSettings.isJdbc(config, snapshots)
            ? name(config, snapshots + ".tables.snapshot", "snapshot")
            : null);
  }

  private static String name(Config config, String path, String usual) {
    String table = quoted(PostgresSettings.text(config, path + ".tableName").orElse(usual));
    return PostgresSettings.text(config, path + ".schemaName")
        .map(schema -> quoted(schema) + "." + table)
        .orElse(table);
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
