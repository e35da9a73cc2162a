package scriptorium.actors.internal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.eventstream.EventStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.RecoveryProgress;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.SnapshotInfo;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.StoreEvent;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreStatus;

/** Tells the world what a store does: its status, the event stream, the log. Used by its host. */
final class HostStatus {

  private static final Logger LOG = LoggerFactory.getLogger(HostStatus.class);

  private final OpenStore store;
  private final String node;
  private final ActorSystem<?> system;
  private @Nullable RecoveryReport report;
  private @Nullable SnapshotInfo snapshot;

  HostStatus(OpenStore store, String node, ActorSystem<?> system) {
    this.store = store;
    this.node = node;
    this.system = system;
  }

  /** A recovery has come to its epoch event. */
  void recovered(RecoveryReport done) {
    report = done;
  }

  void phase(StorePhase phase, String detail) {
    store.setStatus(
        new StoreStatus(
            phase,
            detail,
            SequenceNumber.NONE,
            Optional.of(node),
            Optional.ofNullable(report),
            Optional.ofNullable(snapshot),
            Optional.empty()));
    publish(new StoreEvent.PhaseChanged(name(), phase, detail));
  }

  void recovering(RecoveryProgress progress) {
    String text = ProgressText.of(progress);
    LOG.info("store {}: {}: {}", name(), progress.phase(), text);
    store.setStatus(
        new StoreStatus(
            progress.phase(),
            text,
            SequenceNumber.NONE,
            Optional.of(node),
            Optional.ofNullable(report),
            Optional.ofNullable(snapshot),
            Optional.of(progress)));
    publish(new StoreEvent.PhaseChanged(name(), progress.phase(), text));
    publish(new StoreEvent.RecoveryMoved(name(), progress));
  }

  /** A recovery has ended, and another is to come. */
  void recoveryEnded(String reason) {
    publish(new StoreEvent.RecoveryEnded(name(), reason));
  }

  void ready() {
    RecoveryReport done = java.util.Objects.requireNonNull(report);
    LOG.info(
        "store {}: ready: snapshot={} restoredRows={} in {} ms, replayedEvents={} in {} ms,"
            + " epochEvent={}, total {} ms",
        name(),
        done.snapshotNumber(),
        done.restoredRows(),
        done.restoring().toMillis(),
        done.replayedEvents(),
        done.replaying().toMillis(),
        done.epochNumber(),
        done.total().toMillis());
    phase(StorePhase.READY, "");
    publish(new StoreEvent.BecameReady(name(), done));
  }

  void schemaApplied(StoreEvent.SchemaApplied applied) {
    LOG.info(
        "store {}: schema script applied: name={} sequenceNumber={} writesWaited={} ms"
            + " predicted={} ms",
        name(),
        applied.script(),
        applied.sequenceNumber(),
        applied.pause().toMillis(),
        applied.predictedPause().toMillis());
    publish(applied);
  }

  void snapshotEnded(SnapshotResult result) {
    if (result instanceof SnapshotResult.Saved saved) {
      SnapshotReply.Saved told = saved.reply();
      LOG.info(
          "store {}: snapshot saved and proved by {}: sequenceNumber={} bytes={} in {} ms,"
              + " deletedSnapshots={} eventsDeletedTo={}",
          name(),
          told.proof(),
          told.sequenceNumber(),
          told.snapshotBytes(),
          told.took().toMillis(),
          told.deletedSnapshots(),
          told.eventsDeletedTo());
      snapshotIs(saved.info());
      publish(
          new StoreEvent.SnapshotSaved(
              name(),
              told.sequenceNumber(),
              told.snapshotBytes(),
              told.took(),
              told.proof(),
              told.deletedSnapshots(),
              told.eventsDeletedTo()));
    } else if (result instanceof SnapshotResult.Failed failed) {
      LOG.warn("store {}: snapshot given up: {}", name(), failed.reason());
      publish(new StoreEvent.SnapshotFailed(name(), failed.reason()));
    }
  }

  /** This is the newest snapshot that is kept. */
  void snapshotIs(SnapshotInfo newest) {
    snapshot = newest;
    StoreStatus now = store.status();
    store.setStatus(
        new StoreStatus(
            now.phase(),
            now.detail(),
            now.sequenceNumber(),
            now.writer(),
            now.recovery(),
            Optional.of(newest),
            now.progress()));
  }

  /** A snapshot is not used, nor any newer one; 0 for no snapshot at all. */
  void snapshotSkipped(long number, String reason) {
    LOG.warn(
        "store {}: snapshot skipped, an older one or the whole journal is used:"
            + " sequenceNumber={} reason={}",
        name(),
        number,
        reason);
    publish(new StoreEvent.SnapshotSkipped(name(), new SequenceNumber(number), reason));
  }

  /** Whether the store has ended for good. */
  boolean isOver() {
    StorePhase phase = store.status().phase();
    return phase == StorePhase.FENCED
        || phase == StorePhase.POISONED
        || phase == StorePhase.OUTDATED
        || phase == StorePhase.STOPPED;
  }

  private String name() {
    return store.settings().name();
  }

  private void publish(StoreEvent event) {
    system.eventStream().tell(new EventStream.Publish<>(event));
  }
}
