package scriptorium.actors.internal;

import akka.persistence.SnapshotOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.codec.EventCodec;
import scriptorium.persistence.codec.SnapshotPart;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotManifestCodec;

/**
 * Builds a store's state up from what Akka offers: an adopted state, or a snapshot, or nothing;
 * then event after event, each exactly the next one.
 *
 * <pre>
 * SnapshotOffer → adopted StoreState | StateRestore → database, outcomes, schema history
 * event         → EventApplier
 * completed     → StoreState
 * </pre>
 *
 * <p>Used by the writer's thread alone. Restoring takes as long as it takes: Akka puts no limit on
 * the handling of a snapshot offer.
 */
final class StoreRecovery {

  /** Replayed events come without their size: of one in so many it is found out by encoding it. */
  private static final int SIZED_ONE_IN = 16;

  private final WriterContext context;
  private final Instant startedAt;
  private final long startedNanos = System.nanoTime();
  private OptionalLong offeredSnapshot = OptionalLong.empty();
  private @Nullable EventApplier applier;
  private long restoredRows;
  private long restoredNanos;
  private boolean completed;
  private long toldNanos = startedNanos;

  StoreRecovery(WriterContext context) {
    this.context = context;
    this.startedAt = context.clock().instant();
  }

  /** The snapshot that was offered; empty where none was, or a state was adopted. */
  OptionalLong offeredSnapshot() {
    return offeredSnapshot;
  }

  void onSnapshot(SnapshotOffer offer) {
    if (offer.snapshot() instanceof StoreState adopted) {
      applier = applierOf(adopted);
    } else if (offer.snapshot() instanceof SnapshotPart part) {
      offeredSnapshot = OptionalLong.of(offer.metadata().sequenceNr());
      applier = applierOf(restore(part, offer.metadata().sequenceNr()));
    } else {
      throw new IllegalStateException(
          "snapshot of an unknown class: class="
              + offer.snapshot().getClass().getName()
              + " sequenceNumber="
              + offer.metadata().sequenceNr());
    }
    restoredNanos = System.nanoTime() - startedNanos;
  }

  private StoreState restore(SnapshotPart part, long sequenceNumber) {
    context.parent().progress(StorePhase.RESTORING, "snapshot " + sequenceNumber);
    SnapshotManifest manifest =
        SnapshotManifestCodec.decode(part.bytes(), context.settings().protection());
    StoreState restored =
        new StateRestore(
                context.settings(),
                context.archive(),
                (rows, bytes, total) ->
                    tell(StorePhase.RESTORING, rows + " rows, " + percent(bytes, total)))
            .run(manifest);
    restoredRows = manifest.tables().stream().mapToLong(SnapshotManifest.Table::rows).sum();
    return restored;
  }

  /** Applies an event; a part of a change set waits for its end. */
  void replay(long sequenceNumber, JournalEvent event) {
    EventApplier current = applier();
    current.apply(sequenceNumber, event);
    if (current.events() % SIZED_ONE_IN == 1) {
      current.state().journaled(SIZED_ONE_IN * (long) EventCodec.encode(event).bytes().length);
    }
    tell(StorePhase.REPLAYING, "event " + sequenceNumber);
  }

  /**
   * The state at the journal's end.
   *
   * @throws OutOfSequenceException where the journal has later events than were offered
   * @throws scriptorium.persistence.PartSequenceException where it ends inside a change set
   */
  StoreState complete(long lastSequenceNumber) {
    applier().completeAt(lastSequenceNumber);
    completed = true;
    return applier().state();
  }

  /**
   * What has been built before recovery failed: exact at its number, unless an event broke it,
   * which is then thrown away.
   */
  @Nullable StoreState leftOver() {
    EventApplier built = applier;
    applier = null;
    return built == null ? null : built.leave();
  }

  /** The incarnation ends: what has been built, and was not given up as complete, goes with it. */
  void abandon() {
    StoreState built = completed ? null : leftOver();
    if (built != null) {
      DatabaseDisposal.discard(built.database());
    }
  }

  RecoveryReport report(long epochNumber) {
    long total = System.nanoTime() - startedNanos;
    return new RecoveryReport(
        startedAt,
        new SequenceNumber(offeredSnapshot.orElse(0)),
        restoredRows,
        Duration.ofNanos(restoredNanos),
        applier == null ? 0 : applier.events(),
        Duration.ofNanos(total - restoredNanos),
        new SequenceNumber(epochNumber),
        Duration.ofNanos(total));
  }

  private EventApplier applier() {
    EventApplier current = applier;
    if (current == null) {
      current =
          applierOf(
              StoreState.of(EmbeddedDatabase.open(context.databaseSettings()), context.settings()));
      applier = current;
    }
    return current;
  }

  private EventApplier applierOf(StoreState state) {
    StoreSettings settings = context.settings();
    return new EventApplier(settings.name(), state, settings.recovery().changeSetsPerCommit());
  }

  private void tell(StorePhase phase, String detail) {
    long now = System.nanoTime();
    if (now - toldNanos >= context.settings().recovery().progressEvery().toNanos()) {
      toldNanos = now;
      context.parent().progress(phase, detail);
    }
  }

  private static String percent(long done, long all) {
    return (all == 0 ? 100 : 100 * done / all) + " %";
  }
}
