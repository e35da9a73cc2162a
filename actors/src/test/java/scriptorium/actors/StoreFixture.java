package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertThrows;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A real store on a real journal in a folder of the test's, with verbs. */
final class StoreFixture implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Path folder;
  private String overrides;
  private UnaryOperator<StoreSettings> change;
  private InstantSource clock = InstantSource.system();
  private @Nullable ActorSystem<Void> system;
  private @Nullable Store store;

  private StoreFixture(Path folder, String overrides, UnaryOperator<StoreSettings> change) {
    this.folder = folder;
    this.overrides = overrides;
    this.change = change;
  }

  /** A store that is not open yet. */
  static StoreFixture closed(Path folder) {
    return new StoreFixture(folder, "", settings -> settings);
  }

  static StoreFixture in(Path folder) {
    return in(folder, "");
  }

  static StoreFixture in(Path folder, String overrides) {
    return closed(folder).open(overrides);
  }

  static StoreFixture in(Path folder, String overrides, UnaryOperator<StoreSettings> change) {
    return closed(folder).open(overrides, change);
  }

  /** The store goes by this clock when it is opened next. */
  StoreFixture clock(InstantSource newClock) {
    clock = newClock;
    return this;
  }

  /** Opens the store, first or after {@link #end}, without waiting for it. */
  StoreFixture open(String newOverrides, UnaryOperator<StoreSettings> newChange) {
    overrides = newOverrides;
    change = newChange;
    open();
    return this;
  }

  /** The same with the settings as they are loaded. */
  StoreFixture open(String newOverrides) {
    return open(newOverrides, settings -> settings);
  }

  /** Ends the actor system as it is. */
  StoreFixture end() {
    ActorTestKit.shutdown(system());
    return this;
  }

  /** The reason why the store ended for good before it was ready. */
  String failure() {
    ExecutionException failure =
        assertThrows(
            ExecutionException.class,
            () -> store().ready().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    return String.valueOf(Objects.requireNonNull(failure.getCause()).getMessage());
  }

  /** An actor system with the store's settings, in which no store is started. */
  static StoreFixture withoutStore(Path folder) {
    StoreFixture fixture = closed(folder);
    fixture.system = ActorSystem.create(Behaviors.empty(), "offline-test", fixture.config());
    return fixture;
  }

  /** Opens the store, without waiting for it. */
  private void open() {
    Config config = config();
    ActorSystem<Void> opened = ActorSystem.create(Behaviors.empty(), "store-test", config);
    system = opened;
    store = Store.start(opened, change.apply(StoreSettings.load(config)), clock);
  }

  Config config() {
    return ConfigFactory.parseString(overrides)
        .withFallback(
            ConfigFactory.parseString(
                "scriptorium.data-dir = \""
                    + folder
                    + "\"\nakka.loglevel = WARNING\n"
                    + "akka.loggers = [\"akka.event.slf4j.Slf4jLogger\"]\n"
                    + "akka.logging-filter = \"akka.event.slf4j.Slf4jLoggingFilter\""))
        .withFallback(ConfigFactory.load());
  }

  Store store() {
    return Objects.requireNonNull(store);
  }

  ActorSystem<Void> system() {
    return Objects.requireNonNull(system);
  }

  StoreFixture ready() {
    get(store().ready());
    return this;
  }

  /** Ends the actor system as it is, without stopping the store first; then opens it again. */
  StoreFixture crash() {
    ActorTestKit.shutdown(system());
    open();
    return ready();
  }

  /** Stops in good order, then opens again. */
  StoreFixture restart() {
    get(store().stop());
    ActorTestKit.shutdown(system());
    open();
    return ready();
  }

  StoreFixture schema(String sql) {
    get(store().migrate(List.of(SchemaScript.adHoc("test", sql)))).orThrow();
    return this;
  }

  WriteReply<Integer> write(String sql, Object... parameters) {
    return get(store().write("test", connection -> update(connection, sql, parameters)));
  }

  <T> WriteReply<T> write(Mutation<T> mutation) {
    return get(store().write("test", mutation));
  }

  <T> WriteReply<T> write(WriteRequest<T> request) {
    return get(store().write(request));
  }

  CompletableFuture<WriteReply<Integer>> writeLater(String sql, Object... parameters) {
    return store()
        .write("test", connection -> update(connection, sql, parameters))
        .toCompletableFuture();
  }

  /** A write with a txId of its own, to be sent more than once. */
  static WriteRequest<Integer> request(String sql) {
    return WriteRequest.of("test", connection -> update(connection, sql), Instant.now());
  }

  /** Keeps the writer busy until the latch falls, so that what comes meanwhile is one batch. */
  CompletableFuture<WriteReply<Integer>> holdWriter(CountDownLatch until) {
    CountDownLatch held = new CountDownLatch(1);
    CompletableFuture<WriteReply<Integer>> reply =
        store()
            .<Integer>write(
                "hold",
                connection -> {
                  held.countDown();
                  until.await();
                  return 0;
                })
            .toCompletableFuture();
    await(held);
    return reply;
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("did not happen within " + LIMIT);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until this is so. */
  static void await(String otherwise, BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(otherwise + " after " + LIMIT);
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  SequenceNumber execute(String sql, Object... parameters) {
    return write(sql, parameters).orThrow().sequenceNumber();
  }

  static int update(Connection connection, String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeUpdate();
    }
  }

  /** The rows of a query, each as text with commas. */
  List<String> rows(String sql) {
    return get(store().read(connection -> rows(connection, sql))).orThrow().value();
  }

  static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          row.append(i > 1 ? "," : "").append(result.getString(i));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException("no answer within " + LIMIT, e);
    }
  }

  @Override
  public void close() {
    if (system != null) {
      ActorTestKit.shutdown(system());
    }
  }
}
