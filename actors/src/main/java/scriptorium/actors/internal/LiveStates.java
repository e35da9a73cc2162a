package scriptorium.actors.internal;

import akka.actor.ActorSystem;
import akka.dispatch.Futures;
import akka.persistence.SelectedSnapshot;
import akka.persistence.SnapshotMetadata;
import akka.persistence.SnapshotSelectionCriteria;
import akka.persistence.snapshot.japi.SnapshotStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;

/**
 * A snapshot store of states that live in this JVM: it offers the state that the last incarnation
 * of a writer left, so that the next one replays only what came after. A state is offered once. It
 * keeps nothing else.
 */
final class LiveStates extends SnapshotStore {

  static final String PLUGIN = "scriptorium.live-states";

  private static final Map<Key, StoreState> LEFT = new ConcurrentHashMap<>();

  private record Key(ActorSystem system, String persistenceId) {}

  /** Leaves a state for the next incarnation. */
  static void leave(ActorSystem system, String persistenceId, StoreState state) {
    LEFT.put(new Key(system, persistenceId), state);
  }

  /** Takes a state back that nobody was offered. */
  static @Nullable StoreState takeBack(ActorSystem system, String persistenceId) {
    return LEFT.remove(new Key(system, persistenceId));
  }

  @Override
  public Future<Optional<SelectedSnapshot>> doLoadAsync(
      String persistenceId, SnapshotSelectionCriteria criteria) {
    StoreState state = LEFT.remove(new Key(context().system(), persistenceId));
    return Futures.successful(
        Optional.ofNullable(state)
            .map(
                left ->
                    SelectedSnapshot.create(
                        new SnapshotMetadata(persistenceId, left.sequenceNumber(), 0L), left)));
  }

  @Override
  public Future<Void> doSaveAsync(SnapshotMetadata metadata, Object snapshot) {
    return unsupported();
  }

  @Override
  public Future<Void> doDeleteAsync(SnapshotMetadata metadata) {
    return unsupported();
  }

  @Override
  public Future<Void> doDeleteAsync(String persistenceId, SnapshotSelectionCriteria criteria) {
    return unsupported();
  }

  private static Future<Void> unsupported() {
    return Futures.failed(
        new UnsupportedOperationException("live states are left, not saved; this is a bug"));
  }
}
