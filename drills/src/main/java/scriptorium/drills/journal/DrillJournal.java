package scriptorium.drills.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.UsageException;
import scriptorium.persistence.postgres.PostgresSchema;
import scriptorium.servers.PostgresServer;
import scriptorium.servers.ServerUnavailableException;

/**
 * The journal that a drill's stores write: the embedded one, or PostgreSQL. There a drill has a
 * schema of its own, which {@link #remove} drops; without a URL, a server of its own too, which
 * ends with {@link #close}.
 */
public final class DrillJournal implements AutoCloseable {

  /** What a store on PostgreSQL includes. */
  private static final String RESOURCE = "scriptorium-postgres.conf";

  /** Word of the option that names it. */
  public static final String POSTGRES = "postgres";

  /** For the help of drills. */
  public static final String HELP =
      """
        --journal NAME        embedded or postgres (default embedded). For postgres a schema of the
                              drill's own is made in the database, and dropped when the proof holds
      """
          + PostgresAddress.HELP.replace(
              "jdbc:postgresql://HOST/DATABASE\n",
              """
              jdbc:postgresql://HOST/DATABASE; without it, and without the variable
                              SCRIPTORIUM_POSTGRES_URL, a server of the drill's own is started
              """);

  private static final Map<String, String> OWN_SERVER = Map.of("max_connections", "200");

  private final @Nullable PostgresServer server;
  private final @Nullable PostgresAddress address;
  private final String schema;

  private DrillJournal(
      @Nullable PostgresServer server, @Nullable PostgresAddress address, String schema) {
    this.server = server;
    this.address = address;
    this.schema = schema;
  }

  /** The embedded one. */
  public static DrillJournal embedded() {
    return new DrillJournal(null, null, "");
  }

  /** These option names and those of an address. */
  public static Set<String> options(Set<String> others) {
    Set<String> all = new HashSet<>(others);
    all.addAll(PostgresAddress.OPTIONS);
    all.add("--journal");
    return all;
  }

  /** The journal's name, as the options tell it. */
  public static String name(Options options) {
    String name = options.text("--journal").orElse("embedded");
    if (!name.equals("embedded") && !name.equals(POSTGRES)) {
      throw new UsageException(
          "option --journal: expected embedded or postgres, found '" + name + "'");
    }
    return name;
  }

  /**
   * The journal that the options tell, ready for stores.
   *
   * @param schema the name of the schema to make, where one is made
   * @throws EnvironmentException when there is no server, or it cannot be used
   */
  public static DrillJournal open(Options options, String schema) throws InterruptedException {
    if (!name(options).equals(POSTGRES)) {
      return embedded();
    }
    Optional<PostgresAddress> given = PostgresAddress.of(options, System.getenv());
    return given.isPresent()
        ? new DrillJournal(null, inSchema(given.get(), schema), schema).made()
        : onOwnServer(schema);
  }

  /**
   * PostgreSQL, on a server that is started for it.
   *
   * @throws EnvironmentException when none can be started here
   */
  public static DrillJournal onOwnServer(String schema) throws InterruptedException {
    PostgresServer own = start();
    PostgresAddress address =
        new PostgresAddress(
            own.url("postgres"), Optional.of(own.user()), Optional.of(own.password()));
    return new DrillJournal(own, inSchema(address, schema), schema).made();
  }

  private DrillJournal made() {
    try {
      makeSchema();
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static PostgresServer start() throws InterruptedException {
    try {
      return PostgresServer.start(OWN_SERVER);
    } catch (IOException | ServerUnavailableException e) {
      throw new EnvironmentException(
          "no PostgreSQL server can be started here, name one by --url: " + e.getMessage(), e);
    }
  }

  private static PostgresAddress inSchema(PostgresAddress address, String schema) {
    String joint = address.url().contains("?") ? "&" : "?";
    return address.withUrl(address.url() + joint + "currentSchema=" + schema);
  }

  private void makeSchema() {
    try (Connection connection = postgres().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + schema);
      PostgresSchema.create(connection);
    } catch (SQLException e) {
      throw new EnvironmentException(
          "schema cannot be made: schema=" + schema + ": " + e.getMessage(), e);
    }
  }

  /** Whether it is PostgreSQL. */
  public boolean isPostgres() {
    return address != null;
  }

  /** What a process of the drill's is given, so that {@link #ofEnvironment} finds this journal. */
  public Map<String, String> environment() {
    return address == null ? Map.of() : address.environment();
  }

  /** Flags of such a process's Java, for commands that have no option for a journal. */
  public List<String> flags() {
    return address == null ? List.of() : List.of("-Dconfig.resource=" + RESOURCE);
  }

  /** The settings of a store of this process; empty for the embedded one. */
  public Config settings() {
    return address == null
        ? ConfigFactory.empty()
        : ConfigFactory.parseMap(address.configuration()).withFallback(ofEnvironment());
  }

  /** The settings of a store on PostgreSQL whose address is in the environment. */
  public static Config ofEnvironment() {
    return ConfigFactory.parseResources(
        DrillJournal.class.getClassLoader(),
        RESOURCE,
        ConfigParseOptions.defaults().setAllowMissing(false));
  }

  /** A connection to its tables, to be closed by the caller. */
  public Connection connect() {
    return postgres().connect();
  }

  private PostgresAddress postgres() {
    if (address == null) {
      throw new IllegalStateException("the embedded journal has no tables");
    }
    return address;
  }

  /** Drops what was made for the drill. */
  public void remove() {
    if (address == null) {
      return;
    }
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA " + schema + " CASCADE");
    } catch (SQLException e) {
      throw new EnvironmentException(
          "schema of the drill cannot be dropped: schema=" + schema + ": " + e.getMessage(), e);
    }
  }

  /** What a reader of a failed drill needs to find the tables. */
  @Override
  public String toString() {
    return address == null ? "embedded" : address.toString();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
