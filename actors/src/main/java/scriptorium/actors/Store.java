package scriptorium.actors;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AskPattern;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
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
    return new Store(system, settings, StoreDoor.alone(system, settings));
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
    return write(WriteRequest.of(label, mutation, Instant.now()));
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

  /** Reads a view of one point in time, on the node that writes. Always completes with a reply. */
  public <T extends @Nullable Object> CompletionStage<ReadReply<T>> read(Query<T> query) {
    CompletableFuture<ReadReply<T>> answer = new CompletableFuture<>();
    door.read(query, answer::complete);
    return answer;
  }

  /** What became of a write: committed, never, or forgotten. */
  public CompletionStage<Outcome> outcome(UUID txId) {
    TxId.timeOf(txId);
    return ask(replyTo -> new StoreCommand.GetOutcome(txId, replyTo));
  }

  /**
   * Applies schema scripts. Those with a number must be all of the program's, rising; those already
   * applied are compared by checksum and left. Each is applied whole or not at all, and the first
   * refused ends the call. Reads go on; writes wait while a script runs on a copy of the database.
   * A store that is still opening is waited for.
   */
  public CompletionStage<MigrationReply> migrate(List<SchemaScript> scripts) {
    return door.ready()
        .handle((status, failure) -> failure)
        .thenCompose(failure -> ask(replyTo -> new StoreCommand.Migrate(scripts, replyTo)));
  }

  /** Takes a snapshot now, in the background; writes and reads go on. */
  public CompletionStage<SnapshotReply> snapshot() {
    return ask(StoreCommand.TakeSnapshot::new);
  }

  /**
   * Completes when the store is first {@link StorePhase#READY} as seen from this node; fails, with
   * the reason, when it ends for good before.
   */
  public CompletionStage<StoreStatus> ready() {
    return door.ready();
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
   */
  private <R> CompletionStage<R> ask(
      akka.japi.function.Function<ActorRef<R>, StoreCommand> command) {
    return AskPattern.ask(door.ref(), command, Duration.ofHours(1), system.scheduler());
  }
}
