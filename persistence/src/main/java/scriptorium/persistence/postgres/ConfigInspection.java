package scriptorium.persistence.postgres;

import static scriptorium.persistence.postgres.PostgresSettings.text;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Looks at what the plugin is told, without asking any server. */
final class ConfigInspection {

  private static final String SHIPPED = "include \"scriptorium-postgres.conf\", which sets it";
  static final Duration LONGEST_SOCKET = Duration.ofMinutes(5);

  private final Config config;
  private final List<PostgresFault> faults = new ArrayList<>();

  private ConfigInspection(Config config) {
    this.config = config;
  }

  /** All that is wrong. */
  static List<PostgresFault> of(Config config, String journal, String query, String snapshots) {
    ConfigInspection inspection = new ConfigInspection(config);
    inspection.programs();
    inspection.journal(journal);
    inspection.pool(journal);
    if (PostgresSettings.isJdbc(config, query)) {
      inspection.query(journal, query);
    }
    if (PostgresSettings.isJdbc(config, snapshots)) {
      inspection.pool(snapshots);
    }
    return inspection.faults;
  }

  private void programs() {
    if (!PostgresSettings.hasDriver()) {
      faults.add(
          new PostgresFault(
              "class path",
              "no org.postgresql.Driver",
              "the PostgreSQL driver",
              "add org.postgresql:postgresql to the program's dependencies"));
    }
  }

  private void journal(String journal) {
    expect(
        journal + ".batchSize",
        "1",
        "more puts events of different stores into one transaction, and the refusal of one that is"
            + " fenced fails the others: "
            + SHIPPED);
    expect(
        journal + ".dao",
        "scriptorium.persistence.jdbc.OrderedJournalDao",
        "other tables and another order of writing were not looked at: " + SHIPPED);
    expect(
        "akka-persistence-jdbc.logicalDeletion.enable",
        "false",
        "otherwise queries tell an event that was deleted: " + SHIPPED);
    requireAtLeast(
        journal + ".circuit-breaker.max-failures",
        100,
        "a breaker that opens refuses writes although the server is back: " + SHIPPED);
    Duration call = duration(journal + ".circuit-breaker.call-timeout");
    Duration socket = socketTimeout(PostgresSettings.of(config, journal));
    if (call.compareTo(socket) <= 0) {
      faults.add(
          new PostgresFault(
              journal + ".circuit-breaker.call-timeout",
              call.toMillis() + " ms",
              "more than socketTimeout, " + socket.toMillis() + " ms",
              "what ends a connection tells more than what gives a write up: " + SHIPPED));
    }
  }

  private void query(String journal, String query) {
    pool(query);
    expect(
        query + ".includeLogicallyDeleted",
        "false",
        "otherwise queries tell an event that was deleted: " + SHIPPED);
    PostgresSettings of = PostgresSettings.of(config, query);
    PostgresSettings writes = PostgresSettings.of(config, journal);
    if (!of.url().equals(writes.url())) {
      faults.add(
          new PostgresFault(
              of.path() + ".url",
              of.url(),
              writes.url(),
              "past states and linearizable reads must ask the database that is written, not one"
                  + " that follows it: name the same"));
    }
  }

  private void pool(String plugin) {
    String slick = PostgresSettings.slickPath(config, plugin);
    PostgresSettings pool = PostgresSettings.of(config, plugin);
    expect(slick + ".profile", PostgresSettings.PROFILE, "the tables are PostgreSQL's: " + SHIPPED);
    if (!pool.url().startsWith("jdbc:postgresql:")) {
      faults.add(
          new PostgresFault(
              pool.path() + ".url",
              pool.url().isEmpty() ? "nothing" : pool.url(),
              "jdbc:postgresql://HOST/DATABASE",
              "set scriptorium.postgres.url or the environment variable SCRIPTORIUM_POSTGRES_URL"));
    }
    expect(
        pool.path() + ".keepAliveConnection",
        "off",
        "otherwise the plugin cannot start before its server: " + SHIPPED);
    String threads = text(config, pool.path() + ".numThreads").orElse("20");
    expect(
        pool.path() + ".maxConnections",
        threads,
        "with other numbers than numThreads Slick can wait for itself: set both alike");
    Duration socket = socketTimeout(pool);
    if (socket.isZero() || socket.compareTo(LONGEST_SOCKET) > 0) {
      faults.add(
          new PostgresFault(
              pool.path() + ".properties.socketTimeout",
              socket.isZero() ? "none" : socket.toSeconds() + " s",
              "1 to " + LONGEST_SOCKET.toSeconds() + " s",
              "without it a lost network is never noticed: set"
                  + " scriptorium.postgres.session.socket-seconds"));
    }
  }

  /** Zero where there is none. */
  static Duration socketTimeout(PostgresSettings pool) {
    try {
      return Duration.ofSeconds(Long.parseLong(pool.property("socketTimeout").orElse("0").strip()));
    } catch (NumberFormatException e) {
      return Duration.ZERO;
    }
  }

  private void expect(String path, String expected, String remedy) {
    String found = normal(text(config, path).orElse("nothing"));
    if (!Objects.equals(found, normal(expected))) {
      faults.add(new PostgresFault(path, found, expected, remedy));
    }
  }

  /** A switch has several spellings. */
  private static String normal(String value) {
    return switch (value) {
      case "false", "no" -> "off";
      case "true", "yes" -> "on";
      default -> value;
    };
  }

  private void requireAtLeast(String path, long least, String remedy) {
    long found = config.hasPath(path) ? config.getLong(path) : 0;
    if (found < least) {
      faults.add(new PostgresFault(path, String.valueOf(found), "at least " + least, remedy));
    }
  }

  private Duration duration(String path) {
    return config.hasPath(path) ? config.getDuration(path) : Duration.ZERO;
  }
}
