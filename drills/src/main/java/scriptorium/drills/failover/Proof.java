package scriptorium.drills.failover;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.LoggerFactory;
import scriptorium.actors.Store;
import scriptorium.actors.StoreSettings;
import scriptorium.drills.failover.check.DatabaseEvidence;
import scriptorium.drills.failover.check.Defect;
import scriptorium.drills.failover.check.EventHeader;
import scriptorium.drills.failover.check.HistoryChecker;
import scriptorium.drills.failover.check.JournalEvidence;
import scriptorium.drills.failover.check.JournalFiles;
import scriptorium.drills.failover.check.JournalRows;
import scriptorium.drills.failover.history.History;
import scriptorium.drills.failover.workload.DrillSchema;
import scriptorium.drills.journal.DrillJournal;

/**
 * The proof at the end: the journal's files read cold, then the store opened as anybody would, then
 * both held against the history.
 *
 * @param defects none when the proof holds
 * @param walk what the journal's files hold
 * @param journal the same by txId
 * @param database what SQL shows
 */
record Proof(
    List<Defect> defects,
    JournalFiles.Walk walk,
    JournalEvidence journal,
    DatabaseEvidence database) {

  private static final long OPEN_LIMIT_SECONDS = 300;
  private static final String STORE = "main";

  static Proof of(Path data, DrillJournal where, History history, HistoryChecker.Loaded loaded)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    JournalEvidence.Builder builder = new JournalEvidence.Builder();
    JournalFiles.Walk walk =
        where.isPostgres() ? walkRows(where, builder) : walkFiles(data, builder);
    JournalEvidence journal = builder.build();
    DatabaseEvidence database = open(data, where);
    return new Proof(
        HistoryChecker.check(history, journal, database, loaded), walk, journal, database);
  }

  private static JournalFiles.Walk walkFiles(Path data, JournalEvidence.Builder builder)
      throws IOException {
    EventHeader header = new EventHeader();
    return JournalFiles.list(data.resolve(STORE))
        .walk((number, entry) -> builder.event(number, header.committedTxId(entry)));
  }

  private static JournalFiles.Walk walkRows(DrillJournal where, JournalEvidence.Builder builder)
      throws IOException {
    try (Connection connection = where.connect()) {
      return JournalRows.walk(connection, STORE, builder);
    } catch (SQLException e) {
      throw new IOException("the journal's table cannot be read: " + e.getMessage(), e);
    }
  }

  boolean holds() {
    return defects.isEmpty();
  }

  private static DatabaseEvidence open(Path data, DrillJournal where)
      throws InterruptedException, ExecutionException, TimeoutException {
    LoggerFactory.getILoggerFactory(); // Before several threads begin to log at once.
    ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "proof", config(data, where));
    try {
      StoreSettings settings =
          StoreSettings.load(system.settings().config()).withSchema(DrillSchema.scripts());
      Store store = Store.start(system, settings);
      await(store.ready());
      DatabaseEvidence evidence = await(store.read(Proof::read)).orThrow().value();
      await(store.stop());
      return evidence;
    } finally {
      system.terminate();
      await(system.getWhenTerminated());
    }
  }

  private static Config config(Path data, DrillJournal where) {
    return ConfigFactory.load(
        ConfigFactory.parseMap(
                Map.of(
                    "akka.loglevel",
                    "WARNING",
                    "akka.loggers",
                    List.of("akka.event.slf4j.Slf4jLogger"),
                    "scriptorium.data-dir",
                    data.toString(),
                    "scriptorium.store.name",
                    STORE,
                    "scriptorium.store.read.timeout",
                    "5m",
                    "scriptorium.store.read.max-rows",
                    Integer.MAX_VALUE,
                    "scriptorium.store.snapshot.every-events",
                    0,
                    "scriptorium.store.snapshot.keep",
                    1000))
            .withFallback(where.settings()));
  }

  private static DatabaseEvidence read(Connection connection) throws SQLException {
    Set<UUID> applied = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT tx FROM applied")) {
      while (rows.next()) {
        applied.add(rows.getObject(1, UUID.class));
      }
    }
    return new DatabaseEvidence(
        applied,
        number(connection, "SELECT SUM(balance) FROM accounts"),
        number(connection, "SELECT SUM(transfers) FROM accounts"),
        number(connection, "SELECT COUNT(*) FROM items"));
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static <T> T await(CompletionStage<T> stage)
      throws InterruptedException, ExecutionException, TimeoutException {
    return stage.toCompletableFuture().get(OPEN_LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
