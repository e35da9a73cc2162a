package scriptorium.persistence.postgres;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * What akka-persistence-jdbc is told of one of its pools: where the database is and how to log in.
 * The text never shows the password.
 *
 * @param path the pool's full path in the configuration
 * @param url the JDBC URL; empty where there is none
 * @param login what the driver is given: user, password, the pool's properties
 * @param initSql what each connection runs first; empty for nothing
 */
record PostgresSettings(String path, String url, Properties login, String initSql) {

  static final String PROFILE = "slick.jdbc.PostgresProfile$";
  private static final List<String> PLUGINS =
      List.of("akka.persistence.jdbc.", "scriptorium.persistence.jdbc.");
  private static final String SHARED = "akka-persistence-jdbc.shared-databases.";
  private static final String DRIVER = "org.postgresql.Driver";

  /** Of the pool that this plugin uses, its own or a shared one. */
  static PostgresSettings of(Config config, String plugin) {
    String path = slickPath(config, plugin) + ".db";
    Properties login = new Properties();
    String properties = path + ".properties";
    if (config.hasPath(properties)) {
      for (Map.Entry<String, ConfigValue> entry : config.getConfig(properties).entrySet()) {
        login.setProperty(entry.getKey(), String.valueOf(entry.getValue().unwrapped()));
      }
    }
    for (String key : new String[] {"user", "password"}) {
      text(config, path + "." + key).ifPresent(value -> login.setProperty(key, value));
    }
    return new PostgresSettings(
        path,
        text(config, path + ".url").orElse(""),
        login,
        text(config, path + ".connectionInitSql").orElse(""));
  }

  /** Whether this plugin is one of akka-persistence-jdbc's, or extends one. */
  static boolean isJdbc(Config config, String plugin) {
    String name = text(config, plugin + ".class").orElse("");
    return PLUGINS.stream().anyMatch(name::startsWith);
  }

  /** Where the plugin's profile and pool stand. */
  static String slickPath(Config config, String plugin) {
    return text(config, plugin + ".use-shared-db")
        .map(shared -> SHARED + shared)
        .orElse(plugin + ".slick");
  }

  /** A setting's text; empty where it is not set, null, or blank. */
  static Optional<String> text(Config config, String path) {
    try {
      return config.hasPath(path)
          ? Optional.of(config.getString(path)).filter(value -> !value.isBlank())
          : Optional.empty();
    } catch (ConfigException e) {
      return Optional.empty(); // an object or a list: no text
    }
  }

  /** A property of the driver; empty where it is not told. */
  Optional<String> property(String name) {
    return Optional.ofNullable(login.getProperty(name));
  }

  /** A connection as the pool makes them, to be closed by the caller. */
  Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(url, login);
    try {
      if (!initSql.isEmpty()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute(initSql);
        }
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  static boolean hasDriver() {
    try {
      Class.forName(DRIVER);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return path + " url=" + url;
  }
}
