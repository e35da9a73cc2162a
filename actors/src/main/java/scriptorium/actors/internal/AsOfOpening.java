package scriptorium.actors.internal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.persistence.query.EventEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.AsOfReply;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.internal.SnapshotEntry.Loaded;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.persistence.JournalEvent;
import scriptorium.snapshots.RestoreProgress;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotManifestCodec;

/**
 * Makes one past state: the newest snapshot at or before it, then events up to it; an older
 * snapshot where that one is not good; the journal alone where none is. Writes nothing, claims
 * nothing. Used by one thread, which it blocks.
 *
 * <pre>
 * manifests, newest first → StateRestore → JournalEvents → EventApplier → StoreState
 * </pre>
 */
final class AsOfOpening {

  private static final Logger LOG = LoggerFactory.getLogger(AsOfOpening.class);
  private static final long LOOK_NANOS = 10_000_000;

  private final StoreSettings settings;
  private final AsOfTarget target;
  private final SnapshotArchive archive;
  private final JournalEvents journal;
  private final List<String> skipped = new ArrayList<>();
  private @Nullable AsOfReply refusal;

  AsOfOpening(ActorSystem<?> system, StoreSettings settings, AsOfTarget target) {
    this.settings = settings;
    this.target = target;
    this.archive =
        new SnapshotArchive(
            Adapter.toClassic(system), settings.name(), settings.snapshot().timeout());
    this.journal = new JournalEvents(system, settings);
  }

  /** The state, whose database then belongs to the caller; null where {@link #refusal} says why. */
  @Nullable StoreState run() {
    long below = target.number();
    while (true) {
      Base base = base(below);
      try {
        return bringForward(base);
      } catch (RuntimeException e) {
        OptionalLong next = skip(base.number(), e);
        if (next.isEmpty()) {
          refusal = new AsOfReply.Failed(withSkipped(Refusals.describe(e)));
          return null;
        }
        below = next.getAsLong();
      }
    }
  }

  AsOfReply refusal() {
    return Objects.requireNonNull(refusal);
  }

  /** Where the replay begins: a snapshot, or (number 0) before the first event. */
  private record Base(long number, @Nullable SnapshotManifest manifest) {}

  private Base base(long below) {
    long atMost = below;
    while (atMost > 0) {
      Optional<Loaded> found;
      try {
        found = archive.loadManifest(atMost);
      } catch (SnapshotStoreException e) {
        if (RecoveryVerdict.of(e, OptionalLong.empty()) != RecoveryVerdict.NO_SNAPSHOT) {
          throw e;
        }
        skipped.add("none can be read: " + Refusals.describe(e));
        break;
      }
      if (found.isEmpty()) {
        break;
      }
      long number = found.get().sequenceNumber();
      atMost = number - 1;
      try {
        SnapshotManifest manifest =
            SnapshotManifestCodec.decode(found.get().part().bytes(), settings.protection());
        if (target.reaches(manifest.time())) {
          return new Base(number, manifest);
        }
      } catch (RuntimeException e) {
        if (skip(number, e).isEmpty()) {
          throw e;
        }
      }
    }
    return new Base(0, null);
  }

  /** Below which number to go on without this snapshot; empty where that would not help. */
  private OptionalLong skip(long number, RuntimeException failure) {
    if (number == 0
        || RecoveryVerdict.of(failure, OptionalLong.of(number)) != RecoveryVerdict.OLDER_SNAPSHOT) {
      return OptionalLong.empty();
    }
    String reason = "sequenceNumber=" + number + ": " + Refusals.describeDeeply(failure);
    LOG.warn("store {}: past state goes on without snapshot {}", settings.name(), reason);
    skipped.add(reason);
    return OptionalLong.of(number - 1);
  }

  private String withSkipped(String message) {
    return skipped.isEmpty()
        ? message
        : message + "; snapshots that cannot be used: " + String.join(" | ", skipped);
  }

  /** Null where the state is not to be had, with {@link #refusal} set. */
  private @Nullable StoreState bringForward(Base base) {
    SnapshotManifest manifest = base.manifest();
    StoreState start =
        manifest == null
            ? StoreState.of(
                EmbeddedDatabase.open(StateRestore.databaseSettings(settings)), settings)
            : new StateRestore(settings, archive, RestoreProgress.NONE).run(manifest).state();
    EventApplier applier =
        new EventApplier(
            settings.name(),
            start,
            settings.recovery().changeSetsPerCommit(),
            EventApplier::inPlace);
    boolean kept = false;
    try {
      boolean reached = replay(applier);
      StoreState left = reached ? applier.leave() : null;
      kept = left != null;
      if (left == null) {
        refusal = notAvailable();
      }
      return left;
    } finally {
      if (!kept) {
        DatabaseDisposal.discard(start.database());
      }
    }
  }

  /** Whether the state was reached: events may be missing before it, or not be there yet. */
  private boolean replay(EventApplier applier) {
    long end = System.nanoTime() + settings.asOf().settle().toNanos();
    while (true) {
      Replay run = new Replay(applier);
      journal.read(applier.nextNumber(), target.number(), run::take);
      if (run.gap) {
        return false;
      }
      if (!target.isNumber()) {
        return run.seen || isNewest(applier.state().sequenceNumber());
      }
      if (applier.nextNumber() > target.number()) {
        return true;
      }
      if (System.nanoTime() - end > 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS); // the newest events may wait for the next to count
    }
  }

  /** Where no event was seen, those behind a state may be deleted: a newer snapshot tells. */
  private boolean isNewest(long number) {
    List<Long> snapshots = snapshots();
    return snapshots.isEmpty() || snapshots.get(0) <= number;
  }

  /** One reading of the journal. */
  private final class Replay {
    private final EventApplier applier;
    private boolean seen;
    private boolean gap;

    Replay(EventApplier applier) {
      this.applier = applier;
    }

    /** False ends the reading. */
    boolean take(EventEnvelope envelope) {
      seen = true;
      JournalEvent event = (JournalEvent) envelope.event();
      if (envelope.sequenceNr() > applier.nextNumber()) {
        gap = true; // what lies between was deleted
        return false;
      }
      if (!target.reaches(event.time())) {
        return false;
      }
      applier.apply(envelope.sequenceNr(), event);
      return true;
    }
  }

  private AsOfReply notAvailable() {
    long[] firstAndLast = {0, 0};
    journal.read(
        1,
        Long.MAX_VALUE,
        envelope -> {
          firstAndLast[0] = firstAndLast[0] == 0 ? envelope.sequenceNr() : firstAndLast[0];
          firstAndLast[1] = envelope.sequenceNr();
          return true;
        });
    List<Long> snapshots = snapshots();
    long newest = snapshots.isEmpty() ? 0 : snapshots.get(0);
    long latest = Math.max(firstAndLast[1], newest);
    long first = firstAndLast[0] == 0 ? latest + 1 : firstAndLast[0];
    long earliest = first == 1 ? 0 : latest;
    if (first > 1) {
      for (long number : snapshots) {
        earliest = number >= first - 1 ? number : earliest;
      }
    }
    return new AsOfReply.NotAvailable(
        new SequenceNumber(earliest),
        new SequenceNumber(latest),
        withSkipped("asked for " + target + "; the journal has events " + first + " to " + latest));
  }

  /** The numbers of the manifests that can be read, newest first. */
  private List<Long> snapshots() {
    List<Long> numbers = new ArrayList<>();
    long below = Long.MAX_VALUE;
    while (below > 0) {
      Optional<Loaded> found = archive.loadManifest(below);
      if (found.isEmpty()) {
        break;
      }
      numbers.add(found.get().sequenceNumber());
      below = found.get().sequenceNumber() - 1;
    }
    return numbers;
  }
}
