package scriptorium.actors;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AskPattern;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.internal.AsOfStores;
import scriptorium.actors.internal.StoreDoor;
import scriptorium.actors.internal.StoreNode;

/**
 * An event-sourced SQL store in an actor system: the public façade. Safe for use by any thread; one
 * instance a store and actor system.
 *
 * <pre>{@code
 * Store store = Store.start(system, StoreSettings.load(system.settings().config()));
 * store.migrate(List.of(SchemaScript.numbered(1, "V1", "create table word(id int primary key)")));
 * store.write("add", connection -> ...).thenAccept(reply -> ...);
 * store.read(connection -> ...).thenAccept(reply -> ...);
 * store.stop();
 * }</pre>
 *
 * <p>Answers arrive on the actor system's default dispatcher, never on the writer's thread.
 */
public final class Store {

  private final ActorSystem<?> system;
  private final StoreSettings settings;
  private final StoreDoor door;

  private Store(ActorSystem<?> system, StoreSettings settings, StoreDoor door) {
    this.system = system;
    this.settings = settings;
    this.door = door;
  }

  /**
   * Starts a store that this actor system alone serves. It opens in the background: {@link #ready}
   * tells when, writes wait meanwhile.
   */
  public static Store start(ActorSystem<?> system, StoreSettings settings) {
    return start(system, settings, InstantSource.system());
  }

  /** With a clock of the caller's. */
  static Store start(ActorSystem<?> system, StoreSettings settings, InstantSource clock) {
    return new Store(system, settings, StoreDoor.alone(system, settings, clock));
  }

  /**
   * Joins the store of a cluster: every node that may write it calls this; one writes at a time,
   * and another takes over when it is lost. The actor system must be a member of an Akka Cluster,
   * with the store's folder shared and {@code scriptorium.journal.lock = shared}.
   */
  public static Store join(ActorSystem<?> system, StoreSettings settings) {
    return new Store(system, settings, StoreDoor.clustered(system, settings));
  }

  /**
   * The store as a behavior, to be spawned as a child of an actor of yours; it stops with it. The
   * protocol is the whole of it: there is no façade to it.
   */
  public static Behavior<StoreCommand> behavior(StoreSettings settings) {
    return StoreNode.alone(settings);
  }

  /** Writes with a new txId and the store's own limits. */
  public <T extends @Nullable Object> CompletionStage<WriteReply<T>> write(
      String label, Mutation<T> mutation) {
    return write(request(label, mutation));
  }

  /** A write with a new txId and the store's own limits. */
  <T extends @Nullable Object> WriteRequest<T> request(String label, Mutation<T> mutation) {
    return WriteRequest.of(label, mutation, door.now());
  }

  /**
   * Writes. A mutation of a registered {@link MutationType} is sent to the node that writes, a
   * lambda runs only if that is this one, and is answered {@link WriteReply.NotTheWriter}
   * elsewhere. Always completes with a reply, never with an exception.
   */
  public <T extends @Nullable Object> CompletionStage<WriteReply<T>> write(
      WriteRequest<T> request) {
    CompletableFuture<WriteReply<T>> answer = new CompletableFuture<>();
    door.write(request, answer::complete);
    return answer;
  }

  /** Reads what is latest, with the store's own limits; see {@link #read(ReadRequest)}. */
  public <T extends @Nullable Object> CompletionStage<ReadReply<T>> read(Query<T> query) {
    return read(ReadRequest.of(query));
  }

  /** Reads at a level, with the store's own limits; see {@link #read(ReadRequest)}. */
  public <T extends @Nullable Object> CompletionStage<ReadReply<T>> read(
      ReadLevel level, Query<T> query) {
    return read(ReadRequest.of(query).withLevel(level));
  }

  /**
   * Reads a view of one point in time, on the node that writes. Always completes with a reply,
   * unless it is cancelled before: {@code toCompletableFuture().cancel(true)} takes a waiting read
   * out of its queue, and stops the statement of a running one.
   *
   * <pre>{@code
   * SequenceNumber written = reply.orThrow().sequenceNumber();
   * store.read(ReadLevel.atLeast(written), connection -> ...);
   * }</pre>
   */
  public <T extends @Nullable Object> CompletionStage<ReadReply<T>> read(ReadRequest<T> request) {
    CompletableFuture<ReadReply<T>> answer = new CompletableFuture<>();
    Runnable cancel = door.read(request, answer::complete);
    var unused =
        answer.whenComplete(
            (reply, failure) -> {
              if (failure != null) {
                cancel.run();
              }
            });
    return answer;
  }

  /** The same on the calling thread. */
  <T extends @Nullable Object> ReadReply<T> readHere(ReadRequest<T> request) {
    return door.readHere(request);
  }

  /**
   * The points in time that are kept open on this node, past states among them, and what heap that
   * costs.
   */
  public List<OpenView> openViews() {
    List<OpenView> open = new ArrayList<>(door.openViews());
    open.addAll(AsOfStores.of(system).openViews(settings.name()));
    return open;
  }

  /**
   * The store as a data source for reading, for jOOQ, Jdbi, MyBatis, Spring's JdbcTemplate or a
   * connection pool over it; always the same object, for any thread. It reads on the node that
   * writes, and follows the store through schema changes and recoveries.
   *
   * <pre>{@code
   * JdbcTemplate reading = new JdbcTemplate(store.dataSource());
   * Integer words = reading.queryForObject("select count(*) from word", Integer.class);
   * }</pre>
   *
   * <p><b>What a connection sees.</b> With auto-commit, as JDBC begins: each statement what is
   * committed when it starts. With {@code setAutoCommit(false)}: one point in time from the first
   * statement to {@code commit}, {@code rollback} or {@code close}, also while the writer, or a
   * schema change, goes on. Both calls, savepoints, {@code setReadOnly} and isolation levels are
   * heard and change nothing else. {@code connection.unwrap(ReadPoint.class)} tells the number of
   * what the latest statement saw, {@link scriptorium.database.guard.ReadPoint}.
   *
   * <p><b>Limits.</b> A connection counts against {@code read.connections} until it is closed; a
   * statement takes one of {@code read.permits} while it runs, on the caller's thread; {@code
   * read.timeout} counts from the first statement of a point in time, which is given up after twice
   * that; {@code read.max-rows} bounds a result. Do not use it inside a query of {@link #read}:
   * that holds a permit already. Inside a mutation it shows what is committed, not what the
   * mutation has done.
   *
   * <p><b>Errors</b>, by SQLState: 08001 nothing serves here, with the phase or the writer; 08004
   * all connections are borrowed; 08003 closed, or given up; 57014 no permit became free in time,
   * or ran too long; 54000 too many rows; 25006 a statement that writes: use {@link #write(String,
   * Mutation)}; 40001 a statement prepared before a schema change: prepare it again; 0A000 what no
   * read offers.
   *
   * <p>A mutation of {@link #write(String, Mutation)} hands its own connection to the same
   * frameworks; it ends the transaction itself, so they must not: Spring without a transaction
   * manager, MyBatis with {@code ManagedTransactionFactory}, Jdbi by {@code withHandle}, jOOQ
   * without {@code transaction}.
   */
  public DataSource dataSource() {
    return door.dataSource();
  }

  /**
   * Stops a write of this node by its txId, and tells whether that came in time. One that waits is
   * taken out and certainly not run; one that runs loses its connection, as at the end of its time,
   * and is rolled back; one that is on its way to the journal goes there, and its own answer
   * stands. Either way the write itself is answered too. Completing or cancelling the stage that
   * {@link #write} returned stops nothing.
   */
  public CompletionStage<CancelReply> cancel(UUID txId) {
    TxId.timeOf(txId);
    return ask(
        replyTo -> new StoreCommand.Cancel(txId, replyTo), gone -> new CancelReply.NotFound());
  }

  /** What became of a write: committed, never, or forgotten. */
  public CompletionStage<Outcome> outcome(UUID txId) {
    TxId.timeOf(txId);
    return ask(
        replyTo -> new StoreCommand.GetOutcome(txId, replyTo),
        gone -> new Outcome.NotNow(status().phase(), status().writer(), gone));
  }

  /**
   * Applies schema scripts. Those with a number must be all of the program's, rising; those already
   * applied are compared by checksum and left. Each is applied whole or not at all, and the first
   * refused ends the call. Reads go on; writes wait while a script runs on a copy of the database.
   * A store that is still opening is waited for.
   */
  public CompletionStage<MigrationReply> migrate(List<SchemaScript> scripts) {
    List<SchemaScript> copied = List.copyOf(scripts);
    return door.ready()
        .handle((status, failure) -> failure)
        .thenCompose(
            failure ->
                ask(
                    replyTo -> new StoreCommand.Migrate(copied, replyTo),
                    gone -> new MigrationReply.NotReady(status().phase(), gone)));
  }

  /**
   * Tells which numbered scripts have been applied, and what {@link #migrate} would do with these:
   * nothing is run. A store that is still opening is waited for.
   */
  public CompletionStage<SchemaReply> schema(List<SchemaScript> scripts) {
    List<SchemaScript> copied = List.copyOf(scripts);
    return door.ready()
        .handle((status, failure) -> failure)
        .thenCompose(
            failure ->
                ask(
                    replyTo -> new StoreCommand.GetSchema(copied, replyTo),
                    gone -> new SchemaReply.NotReady(status().phase(), gone)));
  }

  /** Takes a snapshot now, in the background; writes and reads go on. */
  public CompletionStage<SnapshotReply> snapshot() {
    return ask(
        StoreCommand.TakeSnapshot::new, gone -> new SnapshotReply.NotNow(status().phase(), gone));
  }

  /**
   * Opens a past state: the nearest earlier good snapshot, and the events from there to the number,
   * in a database of its own. Beside the running writer, on any node; nothing is claimed and
   * nothing written. A number inside a mutation's parts shows what was before that mutation. Always
   * completes with a reply; the caller closes what was opened.
   */
  public CompletionStage<AsOfReply> asOf(SequenceNumber number) {
    return asOf(system, settings, number);
  }

  /**
   * The same, for the last event made at this time or before: the times of events never run
   * backwards, whatever clocks did. A time that is not over shows what there is now.
   */
  public CompletionStage<AsOfReply> asOf(Instant time) {
    return asOf(system, settings, time);
  }

  /**
   * A past state of a store that need not run: in a folder that nobody writes, or beside its
   * writer, here or in another process.
   *
   * @param system whose configuration names the journal's query plugin and the snapshot store
   */
  public static CompletionStage<AsOfReply> asOf(
      ActorSystem<?> system, StoreSettings settings, SequenceNumber number) {
    return AsOfStores.of(system).open(settings, number.value());
  }

  /** The same at a time. */
  public static CompletionStage<AsOfReply> asOf(
      ActorSystem<?> system, StoreSettings settings, Instant time) {
    return AsOfStores.of(system).open(settings, time);
  }

  /**
   * Completes when the store is first {@link StorePhase#READY} as seen from this node; fails, with
   * the reason, when it ends for good before.
   */
  public CompletionStage<StoreStatus> ready() {
    return door.ready();
  }

  /**
   * The same store for scripts, tests and threads of one's own: each call waits for its reply, at
   * most {@code scriptorium.store.blocking-timeout}.
   */
  public BlockingStore blocking() {
    return blocking(settings.blockingTimeout());
  }

  /** The same, where a call waits at most this long. */
  public BlockingStore blocking(Duration limit) {
    return new BlockingStore(this, limit);
  }

  /** What the store is doing, as seen from this node. */
  public StoreStatus status() {
    return door.status();
  }

  /** The store's door for actors. */
  public ActorRef<StoreCommand> ref() {
    return door.ref();
  }

  /**
   * Finishes what is under way, stops, and gives up the journal's folder. Waiting writes are
   * answered {@link WriteReply.NotReady}.
   */
  public CompletionStage<Done> stop() {
    return AskPattern.ask(
        door.ref(), StoreCommand.Stop::new, settings.recovery().stopTimeout(), system.scheduler());
  }

  /**
   * Everything else is bounded by the store's own limits; this only guards against a lost actor.
   *
   * @param gone the reply of a store whose actor system has ended
   */
  private <R> CompletionStage<R> ask(
      akka.japi.function.Function<ActorRef<R>, StoreCommand> command, Function<String, R> gone) {
    return AskPattern.ask(door.ref(), command, Duration.ofHours(1), system.scheduler())
        .exceptionally(failure -> gone.apply("the store's actor does not answer: " + failure));
  }
}
