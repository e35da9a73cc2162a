package scriptorium.actors;

import akka.dispatch.Futures;
import akka.persistence.SelectedSnapshot;
import akka.persistence.SnapshotMetadata;
import akka.persistence.SnapshotSelectionCriteria;
import akka.persistence.snapshot.japi.SnapshotStore;
import java.io.IOException;
import java.util.Optional;
import scala.concurrent.Future;

/** A snapshot store that is empty and saves nothing, behind Akka's own circuit breaker. */
final class BrokenSnapshots extends SnapshotStore {

  @Override
  public Future<Optional<SelectedSnapshot>> doLoadAsync(
      String persistenceId, SnapshotSelectionCriteria criteria) {
    return Futures.successful(Optional.empty());
  }

  @Override
  public Future<Void> doSaveAsync(SnapshotMetadata metadata, Object snapshot) {
    return Futures.failed(new IOException("simulated: the disk is gone"));
  }

  @Override
  public Future<Void> doDeleteAsync(SnapshotMetadata metadata) {
    return Futures.failed(new IOException("simulated: the disk is gone"));
  }

  @Override
  public Future<Void> doDeleteAsync(String persistenceId, SnapshotSelectionCriteria criteria) {
    return Futures.failed(new IOException("simulated: the disk is gone"));
  }
}
