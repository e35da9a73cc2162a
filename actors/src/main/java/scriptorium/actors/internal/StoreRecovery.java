package scriptorium.actors.internal;

import akka.persistence.SnapshotOffer;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.RecoveryProgress;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.codec.SnapshotPart;
import scriptorium.persistence.segment.FencedWriterException;
import scriptorium.snapshots.RestoreTimes;
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

  private final WriterContext context;
  private final Instant startedAt;
  private final long startedNanos = System.nanoTime();
  private OptionalLong offeredSnapshot = OptionalLong.empty();
  private @Nullable EventApplier applier;
  private long restoredRows;
  private long restoredNanos;
  private RestoreTimes restoreTimes = RestoreTimes.NONE;
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
    SequenceNumber snapshot = new SequenceNumber(sequenceNumber);
    context.watch().moved();
    tell(() -> RecoveryProgress.restoring(snapshot, 0, 0, 0, elapsed()), true);
    SnapshotManifest manifest =
        SnapshotManifestCodec.decode(part.bytes(), context.settings().protection());
    StateRestore.Restored restored =
        new StateRestore(
                context.settings(),
                context.archive(),
                (rows, bytes, total) -> {
                  context.watch().moved();
                  tell(
                      () -> RecoveryProgress.restoring(snapshot, rows, bytes, total, elapsed()),
                      false);
                })
            .run(manifest);
    restoredRows = manifest.tables().stream().mapToLong(SnapshotManifest.Table::rows).sum();
    restoreTimes = restored.times();
    requireOwn(restored.state());
    return restored.state();
  }

  private void requireOwn(StoreState state) {
    try {
      context.claims().foundInSnapshot(state.epochNumber());
    } catch (FencedWriterException e) {
      DatabaseDisposal.discard(state.database());
      throw e;
    }
  }

  /**
   * Applies an event; a part of a change set waits for its end.
   *
   * @throws FencedWriterException at the epoch of a writer that has claimed since this host did
   */
  void replay(long sequenceNumber, JournalEvent event) {
    if (event instanceof EpochStarted started) {
      context.claims().found(sequenceNumber, started.node());
    }
    EventApplier current = applier();
    long bytes = current.bytes();
    current.apply(sequenceNumber, event);
    current.state().journaled(current.bytes() - bytes);
    context.watch().moved();
    tell(() -> replaying(current), false);
  }

  private RecoveryProgress replaying(EventApplier current) {
    long reached = current.nextNumber() - 1;
    long from = reached - current.events();
    long last = context.journalEnd().getAsLong();
    Duration elapsed = elapsed().minusNanos(restoredNanos);
    return new RecoveryProgress(
        StorePhase.REPLAYING,
        new SequenceNumber(from),
        new SequenceNumber(reached),
        new SequenceNumber(last),
        current.rows(),
        current.changeSets(),
        current.bytes(),
        0,
        elapsed,
        RecoveryProgress.left(elapsed, reached - from, last - from));
  }

  /**
   * The state at the journal's end.
   *
   * @throws AheadOfJournalException where the journal ends before the snapshot
   * @throws OutOfSequenceException where the journal has later events than were offered
   * @throws scriptorium.persistence.PartSequenceException where it ends inside a change set
   */
  StoreState complete(long lastSequenceNumber) {
    applier().completeAt(lastSequenceNumber);
    requireJournal();
    completed = true;
    return applier().state();
  }

  /**
   * Where no event came behind a snapshot, the journal may have lost its end: Akka says nothing.
   */
  private void requireJournal() {
    EventApplier current = applier();
    long number = current.state().sequenceNumber();
    if (current.events() > 0 || number == 0) {
      return;
    }
    long end = context.askedJournalEnd().getAsLong();
    if (end < number) {
      String what = offeredSnapshot.isPresent() ? "the snapshot" : "the live state";
      throw new AheadOfJournalException(context.settings().name(), what, number, end);
    }
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
        restoreTimes,
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
    return new EventApplier(
        settings.name(), state, settings.recovery().changeSetsPerCommit(), this::changeSchema);
  }

  /** An adopted database may have readers, who must not see a schema half changed. */
  private void changeSchema(StoreState state, SchemaChanged changed, long sequenceNumber) {
    EmbeddedDatabase database = state.database();
    if (context.publication().database() != database) {
      SchemaReplay.apply(database, changed, sequenceNumber);
      return;
    }
    EmbeddedDatabase copy =
        SchemaReplay.onCopy(database, changed, sequenceNumber, context.databaseSettings());
    context.publication().publish(copy, sequenceNumber, () -> {});
    var unused = DatabaseDisposal.retire(state.swap(copy), context.settings().read().timeout());
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  private void tell(Supplier<RecoveryProgress> progress, boolean atOnce) {
    long now = System.nanoTime();
    if (atOnce || now - toldNanos >= context.settings().recovery().progressEvery().toNanos()) {
      toldNanos = now;
      context.parent().progress(progress.get());
    }
  }
}
