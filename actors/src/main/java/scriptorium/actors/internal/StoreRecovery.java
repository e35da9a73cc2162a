package scriptorium.actors.internal;

import akka.persistence.SnapshotOffer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.ChangeSetEnd;
import scriptorium.persistence.ChangeSetPart;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.OutcomeNever;
import scriptorium.persistence.PartSequence;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.codec.EventCodec;
import scriptorium.persistence.codec.SnapshotPart;
import scriptorium.snapshots.RestoredSnapshot;
import scriptorium.snapshots.ScriptRestore;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotManifestCodec;

/**
 * Builds a store's state up from what Akka offers: an adopted state, or a snapshot, or nothing;
 * then event after event, each exactly the next one.
 *
 * <pre>
 * SnapshotOffer → adopted StoreState | ScriptRestore → database, outcomes, schema history
 * event         → RowApplier (a transaction for every hundred) → outcomes
 * part          → held until the end of its change set → RowApplier
 * completed     → commit → StoreState
 * </pre>
 *
 * <p>Used by the writer's thread alone. Restoring takes as long as it takes: Akka puts no limit on
 * the handling of a snapshot offer.
 */
final class StoreRecovery {

  static final String OUTCOMES = "outcomes";
  static final String SCHEMA = "schema";

  /** Replayed events come without their size: of one in so many it is found out by encoding it. */
  private static final int SIZED_ONE_IN = 16;

  private final WriterContext context;
  private final Instant startedAt;
  private final long startedNanos = System.nanoTime();
  private final PartSequence parts = new PartSequence();
  private OptionalLong offeredSnapshot = OptionalLong.empty();
  private @Nullable StoreState state;
  private long restoredRows;
  private long restoredNanos;
  private long replayed;
  private int uncommitted;
  private boolean broken;
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
      state = adopted;
    } else if (offer.snapshot() instanceof SnapshotPart part) {
      offeredSnapshot = OptionalLong.of(offer.metadata().sequenceNr());
      state = restore(part, offer.metadata().sequenceNr());
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
    String snapshotId = SnapshotPump.snapshotId(manifest);
    ScriptRestore restore =
        new ScriptRestore(
            context.databaseSettings(),
            (rows, bytes, total) ->
                tell(StorePhase.RESTORING, rows + " rows, " + percent(bytes, total)));
    RestoredSnapshot restored =
        restore.run(
            context.settings().name(),
            manifest,
            index ->
                context
                    .archive()
                    .loadChunk(snapshotId, index)
                    .orElseThrow(() -> new IOException("chunk is missing: index=" + index)));
    restoredRows = manifest.tables().stream().mapToLong(SnapshotManifest.Table::rows).sum();
    StoreState built = StoreState.of(restored.database(), context.settings());
    Map<String, byte[]> sections = restored.extraSections();
    built.outcomes().load(section(sections, OUTCOMES));
    built.schema().load(section(sections, SCHEMA));
    built.reached(manifest.sequenceNumber(), manifest.time());
    built.epochStarted(manifest.epoch());
    return built;
  }

  private static byte[] section(Map<String, byte[]> sections, String name) {
    byte[] bytes = sections.get(name);
    if (bytes == null) {
      throw new IllegalStateException("snapshot without its section: section=" + name);
    }
    return bytes;
  }

  /** Applies an event; a part of a change set waits for its end. */
  void replay(long sequenceNumber, JournalEvent event) {
    StoreState current = current();
    long expected = current.sequenceNumber() + parts.size() + 1;
    if (sequenceNumber != expected) {
      throw new OutOfSequenceException(context.settings().name(), expected, sequenceNumber);
    }
    replayed++;
    if (replayed % SIZED_ONE_IN == 1) {
      current.journaled(SIZED_ONE_IN * (long) EventCodec.encode(event).bytes().length);
    }
    if (event instanceof ChangeSetPart part) {
      parts.add(sequenceNumber, part);
      return;
    }
    if (!(event instanceof ChangeSetEnd)) {
      parts.requireNone(sequenceNumber);
    }
    broken = true; // until the event is in as a whole
    apply(current, sequenceNumber, event);
    current.reached(sequenceNumber, event.time());
    broken = false;
    tell(StorePhase.REPLAYING, "event " + sequenceNumber);
  }

  private void apply(StoreState current, long sequenceNumber, JournalEvent event) {
    if (event instanceof ChangeSet changeSet) {
      if (!changeSet.changes().isEmpty()) {
        current.database().applier().apply(changeSet.changes());
        applied(current, 1);
      }
      current.outcomes().committed(changeSet.txId(), sequenceNumber, changeSet.value());
    } else if (event instanceof ChangeSetEnd end) {
      current.database().applier().apply(parts.complete(sequenceNumber, end));
      applied(current, context.settings().recovery().changeSetsPerCommit()); // it has many rows
      current.outcomes().committed(end.txId(), sequenceNumber, end.value());
    } else if (event instanceof OutcomeNever never) {
      current.outcomes().never(never.txId(), sequenceNumber);
    } else if (event instanceof SchemaChanged changed) {
      commit(current);
      SchemaReplay.apply(current.database(), changed, sequenceNumber);
      current.schema().add(changed);
    } else if (event instanceof EpochStarted) {
      current.epochStarted(sequenceNumber);
    } else {
      throw new IllegalStateException("event of an unknown class: " + event.getClass());
    }
  }

  private void applied(StoreState current, int changeSets) {
    uncommitted += changeSets;
    if (uncommitted >= context.settings().recovery().changeSetsPerCommit()) {
      commit(current);
    }
  }

  private void commit(StoreState current) {
    current.database().applier().commit();
    uncommitted = 0;
  }

  /**
   * The state at the journal's end.
   *
   * @throws OutOfSequenceException where the journal has later events than were offered
   * @throws scriptorium.persistence.PartSequenceException where it ends inside a change set
   */
  StoreState complete(long lastSequenceNumber) {
    StoreState current = current();
    commit(current);
    parts.requireNone(lastSequenceNumber);
    if (current.sequenceNumber() != lastSequenceNumber) {
      throw new OutOfSequenceException(
          context.settings().name(), current.sequenceNumber() + 1, lastSequenceNumber);
    }
    completed = true;
    return current;
  }

  /**
   * What has been built before recovery failed: exact at its number, unless an event broke it,
   * which is then thrown away.
   */
  @Nullable StoreState leftOver() {
    StoreState built = state;
    state = null;
    parts.clear();
    if (built == null) {
      return null;
    }
    if (!broken) {
      commit(built);
      return built;
    }
    DatabaseDisposal.discard(built.database());
    return null;
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
        replayed,
        Duration.ofNanos(total - restoredNanos),
        new SequenceNumber(epochNumber),
        Duration.ofNanos(total));
  }

  private StoreState current() {
    if (state == null) {
      state = StoreState.of(EmbeddedDatabase.open(context.databaseSettings()), context.settings());
    }
    return Objects.requireNonNull(state);
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
