package scriptorium.actors.internal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.Adapter;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContextExecutor;
import scriptorium.actors.CancelReply;
import scriptorium.actors.Mutation;
import scriptorium.actors.MutationType;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.database.EmbeddedDatabase;

/**
 * The part of a store that callers in the same JVM reach without a message: its queue, its reads,
 * its status. There is one for each {@link StoreHost}. Safe for use by several threads.
 */
public final class OpenStore {

  private final StoreSettings settings;
  private final Executor replies;
  private final WriteQueue queue;
  private final Reads reads;
  private final Publication publication;
  private final EpochClaims claims;
  private final Map<Class<?>, MutationType<?, ?>> typesByClass = new HashMap<>();
  private final Map<String, MutationType<?, ?>> typesById = new HashMap<>();
  private final TxClock txClock;
  private final CompletableFuture<StoreStatus> ready = new CompletableFuture<>();
  private volatile StoreStatus status =
      new StoreStatus(StorePhase.STARTING, "", SequenceNumber.NONE, Optional.empty());

  private OpenStore(
      StoreSettings settings,
      InstantSource clock,
      Executor replies,
      Executor blocking,
      BiFunction<EpochClaims, Publication, @Nullable Runnable> newestCheck) {
    this.settings = settings;
    this.claims = new EpochClaims(settings.name());
    this.txClock = new TxClock(clock);
    this.replies = replies;
    this.queue = new WriteQueue(settings.write().queueCapacity());
    this.publication = new Publication(replies);
    ReadLevels levels =
        new ReadLevels(publication, newestCheck.apply(claims, publication), blocking);
    this.reads = new Reads(settings, publication, levels, this::status, replies, blocking);
    for (MutationType<?, ?> type : settings.mutationTypes()) {
      typesByClass.put(type.mutationClass(), type);
      if (typesById.put(type.id(), type) != null) {
        throw new IllegalArgumentException("two mutation types with one id: id=" + type.id());
      }
    }
  }

  /**
   * Refuses more readers than leave the writer an open transaction of H2's.
   *
   * @throws IllegalArgumentException naming the key, the most and what was found
   */
  static void checkReaders(StoreSettings settings) {
    int most = EmbeddedDatabase.mostReaders();
    if (settings.read().connections() > most) {
      throw new IllegalArgumentException(
          "setting out of range: scriptorium.store.read.connections expected=1.."
              + most
              + " found="
              + settings.read().connections()
              + "; H2 lets only so many transactions be open, and the writer and snapshots need"
              + " some: set fewer, or start the JVM with a higher -Dh2.maxOpenTransactions");
    }
  }

  /** A store that is about to open in this actor system: writes wait from now on. */
  static OpenStore of(ActorSystem<?> system, StoreSettings settings) {
    return of(system, settings, InstantSource.system());
  }

  static OpenStore of(ActorSystem<?> system, StoreSettings settings, InstantSource clock) {
    checkReaders(settings);
    ExecutionContextExecutor dispatcher = system.executionContext();
    return new OpenStore(
        settings,
        clock,
        dispatcher::execute,
        system.dispatchers().lookup(DispatcherSelector.blocking())::execute,
        (claims, publication) -> newestCheck(system, settings, claims, publication));
  }

  /** What asks the journal whether this is the newest writer; null where it cannot tell. */
  private static @Nullable Runnable newestCheck(
      ActorSystem<?> system, StoreSettings settings, EpochClaims claims, Publication publication) {
    Runnable embedded = SegmentFolders.newestCheck(Adapter.toClassic(system), settings.name());
    return embedded == null && PluginIds.fences(Adapter.toClassic(system))
        ? new EpochQuestion(system, settings, claims, publication)
        : embedded;
  }

  /** A past state: nobody writes it, and no journal is asked who may. */
  static OpenStore asOf(ActorSystem<?> system, StoreSettings settings) {
    ExecutionContextExecutor dispatcher = system.executionContext();
    return new OpenStore(
        settings,
        InstantSource.system(),
        dispatcher::execute,
        system.dispatchers().lookup(DispatcherSelector.blocking())::execute,
        (claims, publication) -> null);
  }

  public StoreSettings settings() {
    return settings;
  }

  TxClock txClock() {
    return txClock;
  }

  WriteQueue queue() {
    return queue;
  }

  public Reads reads() {
    return reads;
  }

  /** What its writers have claimed. */
  EpochClaims claims() {
    return claims;
  }

  Publication publication() {
    return publication;
  }

  /** The status now, with the number that reads show now. */
  public StoreStatus status() {
    StoreStatus now = status;
    return new StoreStatus(
        now.phase(),
        now.detail(),
        new SequenceNumber(publication.sequenceNumber()),
        now.writer(),
        now.recovery(),
        now.snapshot(),
        now.progress());
  }

  /** Completes with the first READY, fails when the store stops for good before. */
  public CompletableFuture<StoreStatus> ready() {
    return ready;
  }

  void setStatus(StoreStatus now) {
    status = now;
    if (now.phase() == StorePhase.READY) {
      ready.complete(now);
    }
  }

  void failReady(Throwable cause) {
    ready.completeExceptionally(cause);
  }

  public Optional<MutationType<?, ?>> type(String id) {
    return Optional.ofNullable(typesById.get(id));
  }

  /** Queues a write. The answer is given on another thread than the writer's. */
  public <T extends @Nullable Object> void write(
      WriteRequest<T> request, Consumer<WriteReply<T>> replyTo) {
    StoreSettings.Write limits = settings.write();
    PendingWrite<T> write =
        new PendingWrite<>(
            request,
            typeOf(request.mutation()),
            System.nanoTime(),
            request.queueTimeout().orElse(limits.queueTimeout()),
            request.runTimeout().orElse(limits.runTimeout()),
            replyTo,
            replies);
    Optional<WriteReply<T>> refusal = Refusals.ofLabel(request, limits);
    if (refusal.isPresent()) {
      write.answer(refusal.get());
      return;
    }
    int queued = queue.offer(write);
    if (queued >= 0) {
      write.answer(Refusals.busy(queued));
    }
  }

  /** Stops a write that waits or runs here. The answer is given on another thread. */
  void cancel(UUID txId, Consumer<CancelReply> replyTo) {
    CompletableFuture<CancelReply> all =
        CompletableFuture.completedFuture(new CancelReply.NotFound());
    for (PendingWrite<?> write : queue.withdraw(txId)) {
      CompletableFuture<CancelReply> one = new CompletableFuture<>();
      write.cancel(one);
      all = all.thenCombine(one, OpenStore::stronger);
    }
    var unused = all.thenAcceptAsync(replyTo, replies);
  }

  /** Of the answers of two writes with one txId: what is done outweighs what is not. */
  private static CancelReply stronger(CancelReply one, CancelReply other) {
    return weight(one) >= weight(other) ? one : other;
  }

  private static int weight(CancelReply reply) {
    if (reply instanceof CancelReply.Stopped stopped) {
      return stopped.started() ? 2 : 1;
    }
    return reply instanceof CancelReply.TooLate ? 3 : 0;
  }

  private <T extends @Nullable Object> @Nullable MutationType<?, T> typeOf(Mutation<T> mutation) {
    @SuppressWarnings("unchecked") // a type registered for a mutation's class has its value type
    MutationType<?, T> type = (MutationType<?, T>) typesByClass.get(mutation.getClass());
    return type;
  }
}
