package scriptorium.actors.internal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import scriptorium.actors.AsOfReply;
import scriptorium.actors.OpenView;
import scriptorium.actors.StoreSettings;

/**
 * The past states that are open in an actor system: bounded in number, and closed with it. Needs no
 * writer, and claims nothing. Safe for use by any thread.
 */
public final class AsOfStores implements Extension {

  private static final Id ID = new Id();
  private static final Duration TICK = Duration.ofMillis(50);

  private final ActorSystem<?> system;
  private final Executor blocking;
  private final AtomicInteger places = new AtomicInteger(); // open, or about to be
  private final Set<AsOfStore> open = ConcurrentHashMap.newKeySet();

  private static final class Id extends ExtensionId<AsOfStores> {
    @Override
    public AsOfStores createExtension(ActorSystem<?> system) {
      return new AsOfStores(system);
    }
  }

  private AsOfStores(ActorSystem<?> system) {
    this.system = system;
    this.blocking = system.dispatchers().lookup(DispatcherSelector.blocking())::execute;
    var unused =
        system.getWhenTerminated().thenRun(() -> List.copyOf(open).forEach(AsOfStore::close));
  }

  /** Those of an actor system. */
  public static AsOfStores of(ActorSystem<?> system) {
    return ID.apply(system);
  }

  /** Opens the state at a number. */
  public CompletionStage<AsOfReply> open(StoreSettings settings, long number) {
    return open(settings, AsOfTarget.at(number));
  }

  /** Opens the state at a time. */
  public CompletionStage<AsOfReply> open(StoreSettings settings, Instant time) {
    return open(settings, AsOfTarget.at(time));
  }

  private CompletionStage<AsOfReply> open(StoreSettings settings, AsOfTarget target) {
    int taken = places.incrementAndGet();
    if (taken > settings.asOf().maxOpen()) {
      places.decrementAndGet();
      return CompletableFuture.completedFuture(new AsOfReply.Refused(taken - 1));
    }
    return CompletableFuture.supplyAsync(() -> openNow(settings, target), blocking)
        .handle(
            (reply, failure) -> {
              AsOfReply told =
                  reply != null ? reply : new AsOfReply.Failed(Refusals.describe(failure));
              if (!(told instanceof AsOfReply.Opened)) {
                places.decrementAndGet();
              }
              return told;
            });
  }

  private AsOfReply openNow(StoreSettings settings, AsOfTarget target) {
    AsOfOpening opening = new AsOfOpening(system, settings, target);
    StoreState state = opening.run();
    if (state == null) {
      return opening.refusal();
    }
    try {
      return new AsOfReply.Opened(show(settings, state));
    } catch (RuntimeException e) {
      DatabaseDisposal.discard(state.database());
      throw e;
    }
  }

  private AsOfStore show(StoreSettings settings, StoreState state) {
    AsOfStore[] self = new AsOfStore[1];
    AsOfStore shown =
        new AsOfStore(
            OpenStore.asOf(system, settings),
            state,
            () -> {
              if (open.remove(self[0])) {
                places.decrementAndGet();
              }
            });
    self[0] = shown;
    open.add(shown);
    shown.lookedAfterBy(
        system
            .scheduler()
            .scheduleWithFixedDelay(TICK, TICK, shown::look, system.executionContext()));
    return shown;
  }

  /** What is open of a store, and what heap that costs. */
  public List<OpenView> openViews(String store) {
    return open.stream()
        .filter(one -> one.storeName().equals(store))
        .map(AsOfStore::openView)
        .toList();
  }
}
