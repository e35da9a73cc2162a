package scriptorium.actors.internal;

import akka.actor.ActorSystem;
import akka.actor.typed.ActorRef;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.SnapshotInfo;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.internal.SnapshotResult.PinPoint;
import scriptorium.snapshots.SnapshotOutline;

/**
 * The host's part in snapshots: when one begins, what follows its end, and whose turn it is, a
 * snapshot's or a schema change's.
 *
 * <p>A snapshot reads a database that must not change its schema meanwhile. So a schema change
 * waits until the pin is released, at most for the set time: then the snapshot is given up. No
 * snapshot begins while a schema change waits or runs. Owned by the host, used on its thread.
 */
final class HostSnapshots {

  private static final String EMBEDDED_STORE = "scriptorium.snapshot-store";

  private final StoreSettings settings;
  private final ActorRef<HostMessage> host;
  private final WriterLine line;
  private final HostStatus status;
  private final SnapshotArchive archive;
  private final SnapshotMemory memory;
  private final SnapshotPump pump;
  private final SnapshotTriggers triggers;
  private final List<Waiting> schemaChanges = new ArrayList<>();
  private WriterCommand.@Nullable ChangeSchema schemaChange;
  private @Nullable CompletableFuture<SnapshotResult> asked;
  private long newest = -1;
  private boolean swept;
  private boolean lastWanted;

  /** A schema change that waits for a pin to be released. */
  private record Waiting(WriterCommand.ChangeSchema command, long sinceNanos) {}

  HostSnapshots(
      StoreSettings settings,
      ActorSystem system,
      ActorRef<HostMessage> host,
      WriterLine line,
      HostStatus status) {
    this.settings = settings;
    this.host = host;
    this.line = line;
    this.status = status;
    this.archive = new SnapshotArchive(system, settings.name(), settings.snapshot().storeTimeout());
    this.memory = new SnapshotMemory(settings.name(), archive, chunks(system, settings.name()));
    this.pump = new SnapshotPump(settings, memory);
    this.triggers = new SnapshotTriggers(settings.snapshot(), System.nanoTime());
  }

  private static ChunkRecord chunks(ActorSystem system, String store) {
    return PluginIds.snapshotStore(system).equals(EMBEDDED_STORE)
        ? new FolderChunks(
            Path.of(system.settings().config().getString("scriptorium.data-dir")), store)
        : new LedgerChunks();
  }

  SnapshotArchive archive() {
    return archive;
  }

  /** A recovery could not use this snapshot. */
  void skipped(long sequenceNumber) {
    memory.markBad(sequenceNumber);
  }

  /** A writer has recovered from this snapshot; {@link SequenceNumber#NONE} without one. */
  void recoveredFrom(SequenceNumber snapshot) {
    triggers.recoveredFrom(snapshot.value());
    if (snapshot.value() > 0) {
      newest = Math.max(newest, snapshot.value());
    }
  }

  /** The store serves: now only its own writer saves and deletes. */
  void ready() {
    if (swept) {
      return;
    }
    swept = true;
    CompletableFuture<Optional<SnapshotOutline>> found = new CompletableFuture<>();
    var unused =
        found.thenAccept(
            manifest ->
                host.tell(new HostMessage.SnapshotFound(manifest.map(HostSnapshots::info))));
    pump.sweep(found);
  }

  private static SnapshotInfo info(SnapshotOutline manifest) {
    return new SnapshotInfo(
        new SequenceNumber(manifest.sequenceNumber()), manifest.time(), manifest.chunkBytes());
  }

  /** What the sweep at the start has found. */
  void found(SnapshotInfo found, Instant now) {
    if (newest <= found.sequenceNumber().value()) {
      status.snapshotIs(found);
      long age = Math.max(0, Duration.between(found.time(), now).toMillis());
      triggers.takenBefore(Duration.ofMillis(age).toNanos(), System.nanoTime());
    }
  }

  // ---- snapshots

  /** The store has come so far. */
  void reached(PinPoint point) {
    triggers.reached(point);
    if (triggers.isDueByWork()) {
      begin(-1, settings.snapshot().timeout(), new CompletableFuture<>());
    }
  }

  /** Takes one on demand; false when it cannot begin now. */
  boolean take(CompletableFuture<SnapshotResult> result) {
    return begin(-1, settings.snapshot().timeout(), result);
  }

  /** Why none can begin now. */
  String hindrance() {
    return isSchemaChanging() ? "a schema change is under way" : "a snapshot is under way";
  }

  /**
   * Begins one, unless one is under way, or a schema change, or nothing is there to be pinned.
   *
   * @param unlessUnchangedSince as {@link WriterCommand.Pin} has it
   */
  private boolean begin(
      long unlessUnchangedSince, Duration longest, CompletableFuture<SnapshotResult> result) {
    if (!line.isOpen() || isSchemaChanging()) {
      return false;
    }
    CompletableFuture<Optional<PinnedState>> pin = new CompletableFuture<>();
    CompletableFuture<SnapshotResult> ended = new CompletableFuture<>();
    if (!pump.begin(pin, longest, () -> host.tell(new HostMessage.PinReleased()), ended)) {
      return false;
    }
    asked = result;
    line.tell(new WriterCommand.Pin(new Decision<>(pin), unlessUnchangedSince));
    var unused =
        ended.whenComplete(
            (done, failure) -> host.tell(new HostMessage.SnapshotDone(done(done, failure))));
    return true;
  }

  private static SnapshotResult done(@Nullable SnapshotResult done, @Nullable Throwable failure) {
    return done != null
        ? done
        : new SnapshotResult.Failed(Optional.empty(), String.valueOf(failure));
  }

  /**
   * One has ended.
   *
   * @param stopping whether the store stops
   * @return whether another one, the last, has begun
   */
  boolean ended(SnapshotResult result, boolean stopping) {
    pump.ended();
    long now = System.nanoTime();
    result.pinned().ifPresentOrElse(point -> triggers.tried(point, now), () -> triggers.tried(now));
    status.snapshotEnded(result);
    if (result instanceof SnapshotResult.Saved saved) {
      newest = saved.reply().sequenceNumber().value();
      long deleteTo = saved.reply().eventsDeletedTo().value();
      if (line.isOpen() && deleteTo > 0) {
        line.tell(new WriterCommand.DeleteTo(deleteTo));
      }
    }
    answer(result); // not before: who hears of it may ask for the next one at once
    return stopping && lastWanted && last();
  }

  private void answer(SnapshotResult result) {
    if (asked != null) {
      asked.complete(result);
      asked = null;
    }
  }

  /**
   * The store stops: takes a last snapshot if it is to, after the one under way, which is ended.
   *
   * @return whether one has begun or follows
   */
  boolean last() {
    if (!settings.snapshot().onStop()) {
      return false;
    }
    Duration longest = settings.recovery().stopTimeout();
    if (longest.compareTo(settings.snapshot().timeout()) > 0) {
      longest = settings.snapshot().timeout();
    }
    if (pump.isUnderWay()) {
      lastWanted = true;
      pump.giveUp("the store stops and takes its last snapshot");
      return true;
    }
    lastWanted = false;
    return begin(Math.max(0, newest), longest, new CompletableFuture<>());
  }

  /** Looks after deadlines. */
  void look(long nowNanos) {
    pump.look(nowNanos);
    if (triggers.isDueByTime(nowNanos) && !pump.isUnderWay()) {
      begin(Math.max(0, newest), settings.snapshot().timeout(), new CompletableFuture<>());
    }
    for (Waiting waiting : schemaChanges) {
      if (nowNanos - waiting.sinceNanos() >= settings.snapshot().schemaWait().toNanos()) {
        pump.giveUp(
            "a schema change waited for it longer than "
                + settings.snapshot().schemaWait()
                + " (scriptorium.store.snapshot.schema-wait)");
      }
    }
  }

  // ---- schema changes

  /** Tells the writer of a schema change, at once or when no snapshot reads the database. */
  void changeSchema(WriterCommand.ChangeSchema command) {
    if (pump.isPinned()) {
      schemaChanges.add(new Waiting(command, System.nanoTime()));
    } else {
      schemaChange = command;
      line.tell(command);
    }
  }

  /** No snapshot reads the database any more. */
  void pinReleased() {
    List<Waiting> waited = List.copyOf(schemaChanges);
    schemaChanges.clear();
    for (Waiting waiting : waited) {
      if (!line.isOpen()) {
        waiting.command().giveUp("the writer ended before it was begun; nothing was changed");
      } else {
        schemaChange = waiting.command();
        line.tell(waiting.command());
      }
    }
  }

  /** The store stops: schema changes that are not in the journal do not happen. */
  void endSchemaChanges(String reason) {
    schemaChanges.forEach(waiting -> waiting.command().refuse(reason));
    schemaChanges.clear();
    line.tell(new MigrationCommand.EndAll(reason));
    schemaChange = null;
  }

  private boolean isSchemaChanging() {
    return !schemaChanges.isEmpty() || (schemaChange != null && !schemaChange.isAnswered());
  }

  // ---- the end

  /** The store ends for good, or its folder is another's. */
  void giveUp(String reason) {
    pump.giveUp(reason);
    schemaChanges.forEach(waiting -> waiting.command().giveUp(reason));
    schemaChanges.clear();
  }

  void stop() {
    giveUp("the store stops");
    pump.stop();
    answer(new SnapshotResult.Failed(Optional.empty(), "the store has stopped"));
  }
}
