package scriptorium.drills.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.UsageException;

/**
 * Where a PostgreSQL database is and how to log in. Its text never shows the password.
 *
 * @param url the JDBC URL
 * @param user empty for whom the driver takes
 * @param password empty for what the driver finds
 */
record PostgresAddress(String url, Optional<String> user, Optional<String> password) {

  /** The options that tell it. */
  static final Set<String> OPTIONS = Set.of("--url", "--user", "--password-file");

  /** For the help of commands that have them. */
  static final String HELP =
      """
        --url URL             jdbc:postgresql://HOST/DATABASE
        --user USER           who logs in (default: SCRIPTORIUM_POSTGRES_USER, else who you are)
        --password-file FILE  its first line is the password. Without it the variable
                              SCRIPTORIUM_POSTGRES_PASSWORD, else what PostgreSQL's own PGPASSFILE
                              and ~/.pgpass say. There is no option for the password itself: others
                              can see a process's arguments
      """;

  static final String URL_VARIABLE = "SCRIPTORIUM_POSTGRES_URL";
  private static final String USER_VARIABLE = "SCRIPTORIUM_POSTGRES_USER";
  private static final String PASSWORD_VARIABLE = "SCRIPTORIUM_POSTGRES_PASSWORD";
  private static final String SCHEME = "jdbc:postgresql:";
  private static final int CONNECT_SECONDS = 10;

  /**
   * What options and environment say; empty where neither names a URL.
   *
   * @throws UsageException when the URL is none of PostgreSQL's
   * @throws EnvironmentException when the file cannot be read
   */
  static Optional<PostgresAddress> of(Options options, Map<String, String> environment) {
    Optional<String> url =
        options.text("--url").or(() -> Optional.ofNullable(environment.get(URL_VARIABLE)));
    url.filter(given -> !given.startsWith(SCHEME))
        .ifPresent(
            given -> {
              throw new UsageException(
                  "option --url: expected " + SCHEME + "//HOST/DATABASE, found '" + given + "'");
            });
    return url.map(
        given ->
            new PostgresAddress(
                given,
                options
                    .text("--user")
                    .or(() -> Optional.ofNullable(environment.get(USER_VARIABLE))),
                options
                    .text("--password-file")
                    .map(PostgresAddress::firstLine)
                    .or(() -> Optional.ofNullable(environment.get(PASSWORD_VARIABLE)))));
  }

  private static String firstLine(String file) {
    try {
      return Files.readString(Path.of(file)).lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new EnvironmentException("password file cannot be read: file=" + file + ": " + e, e);
    }
  }

  /** The same with another URL. */
  PostgresAddress withUrl(String other) {
    return new PostgresAddress(other, user, password);
  }

  /** What another process reads the same address from. */
  Map<String, String> environment() {
    Map<String, String> told = new HashMap<>();
    told.put(URL_VARIABLE, url);
    user.ifPresent(name -> told.put(USER_VARIABLE, name));
    password.ifPresent(word -> told.put(PASSWORD_VARIABLE, word));
    return told;
  }

  /** The same as configuration of a store in this process. */
  Map<String, String> configuration() {
    Map<String, String> told = new HashMap<>();
    told.put("scriptorium.postgres.url", url);
    user.ifPresent(name -> told.put("scriptorium.postgres.user", name));
    password.ifPresent(word -> told.put("scriptorium.postgres.password", word));
    return told;
  }

  /**
   * A connection, to be closed by the caller.
   *
   * @throws EnvironmentException when the server does not answer or refuses the login
   */
  Connection connect() {
    Properties properties = new Properties();
    user.ifPresent(name -> properties.setProperty("user", name));
    password.ifPresent(word -> properties.setProperty("password", word));
    properties.setProperty("loginTimeout", String.valueOf(CONNECT_SECONDS));
    try {
      return DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      throw new EnvironmentException(
          "database cannot be reached: url=" + url + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return url + user.map(name -> " as " + name).orElse("");
  }
}
