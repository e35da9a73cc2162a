package scriptorium.persistence.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks at a server through a connection as the plugin makes them. */
final class ServerInspection {

  private static final int OLDEST_VERSION = 140_000;
  private static final int TRANSACTION_TIMEOUT_SINCE = 170_000;
  private static final Duration LONGEST_IDLE = Duration.ofSeconds(5);
  private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(1);
  private static final String LOST =
      "otherwise what was acknowledged is lost with the server's machine: ";
  private static final String NOT_AS_SENT =
      "; where the configuration says otherwise, something between here and the server keeps it"
          + " back (a pooler of transactions does)";

  private static final String SETTINGS =
      """
      SELECT name, setting FROM pg_settings WHERE name IN ('server_version_num', 'server_encoding',
        'fsync', 'synchronous_commit', 'default_transaction_read_only', 'transaction_timeout',
        'idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout')
      UNION ALL SELECT 'recovery', pg_is_in_recovery()::text
      """;

  private final Map<String, String> settings = new HashMap<>();
  private final List<PostgresFault> faults = new ArrayList<>();

  private ServerInspection() {}

  /**
   * All that is wrong.
   *
   * @param socket when the driver gives a connection up; zero for never
   */
  static List<PostgresFault> of(Connection connection, Duration socket) throws SQLException {
    ServerInspection inspection = new ServerInspection();
    inspection.read(connection);
    inspection.server();
    inspection.durability();
    inspection.timeouts(socket);
    return inspection.faults;
  }

  private void read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SETTINGS)) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
  }

  private String setting(String name) {
    return settings.getOrDefault(name, "nothing");
  }

  private int version() {
    return Integer.parseInt(settings.getOrDefault("server_version_num", "0"));
  }

  private void server() {
    if (version() < OLDEST_VERSION) {
      add(
          "server version",
          String.valueOf(version() / 10_000),
          "14 or later",
          "use a later server");
    }
    if (!setting("server_encoding").equals("UTF8")) {
      add(
          "server_encoding",
          setting("server_encoding"),
          "UTF8",
          "names of stores and of serializers are stored as text: make the database with ENCODING"
              + " 'UTF8'");
    }
    if (!setting("recovery").equals("false")) {
      add(
          "server",
          "a standby, which follows another",
          "the primary",
          "writes go to the primary only: name it, or all hosts with targetServerType=primary");
    }
    if (!setting("default_transaction_read_only").equals("off")) {
      add(
          "default_transaction_read_only",
          setting("default_transaction_read_only"),
          "off",
          "a store writes: ALTER ROLE … or DATABASE … RESET it");
    }
  }

  private void durability() {
    if (!setting("fsync").equals("on")) {
      add("fsync", setting("fsync"), "on", LOST + "set it in postgresql.conf");
    }
    String commit = setting("synchronous_commit");
    if (!commit.equals("on") && !commit.equals("remote_apply")) {
      add(
          "synchronous_commit",
          commit,
          "on or remote_apply",
          LOST + "set it for the server, or by ALTER DATABASE … or ROLE … SET");
    }
  }

  private void timeouts(Duration socket) {
    bounded("idle_in_transaction_session_timeout", "idle-in-transaction", LONGEST_IDLE);
    Duration longestStatement =
        socket.isZero() ? ConfigInspection.LONGEST_SOCKET : socket.minusMillis(1);
    bounded("statement_timeout", "statement", longestStatement);
    bounded("lock_timeout", "lock", longestStatement);
    if (version() >= TRANSACTION_TIMEOUT_SINCE) {
      bounded("transaction_timeout", "transaction", LONGEST_TRANSACTION);
    }
  }

  private void bounded(String name, String key, Duration longest) {
    long millis = Long.parseLong(settings.getOrDefault(name, "0"));
    if (millis <= 0 || millis > longest.toMillis()) {
      add(
          name,
          millis <= 0 ? "none" : millis + " ms",
          "1 ms to " + longest.toMillis() + " ms",
          "without it a writer that hangs can keep its successor out: set"
              + " scriptorium.postgres.session."
              + key
              + NOT_AS_SENT);
    }
  }

  private void add(String what, String found, String expected, String remedy) {
    faults.add(new PostgresFault(what, found, expected, remedy));
  }
}
