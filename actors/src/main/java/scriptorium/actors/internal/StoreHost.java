package scriptorium.actors.internal;

import akka.Done;
import akka.actor.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;
import scriptorium.persistence.postgres.UnfitPostgresException;

/**
 * A store on the node that writes it: owns the queue, the reads and the snapshots, starts one
 * incarnation of the writer after another, and decides what an incarnation's end means: a new one
 * after a wait, or the end for good.
 *
 * <pre>
 * STARTING → RESTORING → REPLAYING → READY → (BACKING_OFF → RESTORING …)
 *      any → FENCED | POISONED | OUTDATED | STOPPED, for good
 * </pre>
 */
public final class StoreHost extends AbstractBehavior<HostMessage> {

  private static final Logger LOG = LoggerFactory.getLogger(StoreHost.class);
  private static final Duration TICK = Duration.ofMillis(50);

  private final StoreSettings settings;
  private final HostWiring wiring;
  private final TimerScheduler<HostMessage> timers;
  private final OpenStore store;
  private final HostStatus status;
  private final Backoff backoff;
  private final Watchdog watchdog;
  private final InFlight inFlight;
  private final HostSnapshots snapshots;
  private final StoreDigests digests;
  private final HostCommands commands;
  private final WriterLine line = new WriterLine();
  private volatile List<SchemaScript> schema; // set by whoever answers a migration
  private final SkippedSnapshots skipped = new SkippedSnapshots();

  private @Nullable StoreState kept;
  private @Nullable ActorRef recovering;
  private @Nullable WriterReports reports;
  private @Nullable RecoveryWatch watch;
  private @Nullable CompletableFuture<Done> stopping;
  private boolean adopting;
  private int claimsRefused;
  private int incarnation;

  private StoreHost(
      ActorContext<HostMessage> context,
      TimerScheduler<HostMessage> timers,
      StoreSettings settings,
      HostWiring wiring) {
    super(context);
    this.settings = settings;
    this.wiring = wiring;
    this.schema = settings.schema();
    this.timers = timers;
    this.store = wiring.store().get();
    this.status = new HostStatus(store, wiring.node(), context.getSystem());
    this.backoff = new Backoff(settings.recovery());
    this.inFlight = new InFlight(store.queue());
    this.watchdog = new Watchdog(settings);
    this.snapshots =
        new HostSnapshots(
            settings, Adapter.toClassic(context.getSystem()), context.getSelf(), line, status);
    this.digests = new StoreDigests(settings);
    this.commands = new HostCommands(store, snapshots);
    SegmentFolders.fence(Adapter.toClassic(context.getSystem()), settings.name());
    wiring.opened().accept(store, context.getSelf());
    timers.startTimerWithFixedDelay(new HostMessage.Tick(), TICK);
    startWriter();
  }

  /** A store that opens at once. */
  public static Behavior<HostMessage> create(StoreSettings settings, HostWiring wiring) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(timers -> new StoreHost(context, timers, settings, wiring)));
  }

  @Override
  public Receive<HostMessage> createReceive() {
    return newReceiveBuilder()
        .onMessage(HostMessage.Asked.class, asked -> commands.handle(asked.command(), this))
        .onMessage(HostMessage.JournalLookedAt.class, this::onJournalLookedAt)
        .onMessage(HostMessage.Progress.class, this::onProgress)
        .onMessage(HostMessage.RecoveryFailed.class, this::onRecoveryFailed)
        .onMessage(HostMessage.Claimed.class, this::onClaimed)
        .onMessage(HostMessage.SchemaDone.class, this::onSchemaDone)
        .onMessage(HostMessage.SchemaScriptApplied.class, this::onSchemaScriptApplied)
        .onMessage(HostMessage.Committed.class, this::onCommitted)
        .onMessage(HostMessage.WriterEnded.class, this::onWriterEnded)
        .onMessage(HostMessage.Retry.class, retry -> onRetry())
        .onMessage(HostMessage.Tick.class, tick -> onTick())
        .onMessage(HostMessage.SnapshotDone.class, this::onSnapshotDone)
        .onMessage(HostMessage.PinReleased.class, released -> onPinReleased())
        .onMessage(HostMessage.SnapshotFound.class, this::onSnapshotFound)
        .onMessage(HostMessage.DigestsDone.class, this::onDigestsDone)
        .onMessage(HostMessage.StopHost.class, this::onStop)
        .onMessage(HostMessage.Released.class, released -> Behaviors.stopped())
        .onSignal(PostStop.class, stopped -> onPostStop())
        .build();
  }

  // ---- incarnations

  /** Where the journal is somebody else's program, not before it has been looked at. */
  private Behavior<HostMessage> startWriter() {
    if (status.isOver()) {
      return this;
    }
    status.phase(StorePhase.RESTORING, "");
    Optional<CompletionStage<Void>> look =
        JournalFitness.look(
            classic(),
            getContext().getSystem().dispatchers().lookup(DispatcherSelector.blocking()));
    if (look.isEmpty()) {
      return startIncarnation();
    }
    getContext()
        .pipeToSelf(look.get(), (done, failure) -> new HostMessage.JournalLookedAt(failure));
    return this;
  }

  private Behavior<HostMessage> onJournalLookedAt(HostMessage.JournalLookedAt looked) {
    Throwable failure = looked.failure();
    if (status.isOver() || stopping != null) {
      discardKept();
    } else if (failure == null) {
      startIncarnation();
    } else if (failure instanceof UnfitPostgresException) {
      hopeless(failure);
    } else {
      backOff(Refusals.describe(failure));
    }
    return this;
  }

  private Behavior<HostMessage> startIncarnation() {
    adopting = kept != null;
    if (kept != null) {
      LiveStates.leave(classic(), settings.name(), kept);
      kept = null;
    }
    WriterReports ownReports = new WriterReports(getContext().getSelf());
    RecoveryWatch ownWatch =
        new RecoveryWatch(
            settings.recovery().stallTimeout(),
            () -> SegmentFolders.framesRead(classic(), settings.name()));
    reports = ownReports;
    watch = ownWatch;
    WriterContext context =
        new WriterContext(
            settings,
            wiring.node(),
            store.claims(),
            store.txClock(),
            store.queue(),
            store.publication(),
            inFlight,
            watchdog,
            snapshots.archive(),
            ownReports,
            getContext().getSystem().executionContext()::execute,
            ownWatch,
            () -> SegmentFolders.recoveredTo(classic(), settings.name()),
            () -> JournalEnd.of(classic(), settings.name(), settings.recovery().stallTimeout()),
            skipped.atMost(),
            adopting);
    recovering =
        Adapter.actorOf(getContext(), StoreWriter.props(context), "writer-" + incarnation++);
    return this;
  }

  private Behavior<HostMessage> onRetry() {
    return recovering == null && !line.isOpen() ? startWriter() : this;
  }

  private Behavior<HostMessage> onProgress(HostMessage.Progress progress) {
    if (!status.isOver()) {
      status.recovering(progress.progress());
    }
    return this;
  }

  private Behavior<HostMessage> onRecoveryFailed(HostMessage.RecoveryFailed failed) {
    line.end("it could not recover");
    recovering = null;
    StoreState unread = LiveStates.takeBack(classic(), settings.name());
    kept = unread != null ? unread : failed.leftOver();
    String message = Refusals.describeDeeply(failed.cause());
    if (stopping != null) {
      return stopped();
    }
    RecoveryVerdict verdict =
        adopting
            ? RecoveryVerdict.ofAdopted(failed.cause())
            : RecoveryVerdict.of(failed.cause(), failed.offeredSnapshot());
    switch (verdict) {
      case FENCED -> fenced(message);
      case HOPELESS ->
          hopeless(
              skipped.explained(
                  failed.cause(), SegmentFolders.recoveredTo(classic(), settings.name())));
      case NOT_ADOPTED -> {
        LOG.warn("store {}: its live state is thrown away: {}", settings.name(), message);
        status.recoveryEnded(message);
        discardKept();
        return startWriter();
      }
      case RETRY -> backOff(message);
      case OLDER_SNAPSHOT -> {
        discardKept();
        skipSnapshots(failed.offeredSnapshot().orElseThrow(), message);
        return startWriter();
      }
      case NO_SNAPSHOT -> {
        discardKept();
        skipSnapshots(0, message);
        return startWriter();
      }
    }
    return this;
  }

  /** This snapshot is not used, nor any newer one; 0 for no snapshot at all. */
  private void skipSnapshots(long number, String reason) {
    status.snapshotSkipped(number, reason);
    snapshots.skipped(number);
    skipped.skip(number, reason);
  }

  private Behavior<HostMessage> onClaimed(HostMessage.Claimed claimed) {
    recovering = null;
    line.open(claimed.writer());
    if (stopping != null) {
      line.tell(new WriterCommand.End());
      return this;
    }
    status.recovered(claimed.report());
    claimsRefused = 0;
    backoff.succeeded();
    snapshots.recoveredFrom(claimed.report().snapshotNumber());
    digests.recoveredTo(claimed.report().epochNumber().value());
    CompletableFuture<SchemaAnswer> answer = new CompletableFuture<>();
    line.tell(new WriterCommand.ChangeSchema(schema, new Decision<>(answer)));
    getContext().pipeToSelf(answer, (done, failure) -> new HostMessage.SchemaDone(done));
    return this;
  }

  private Behavior<HostMessage> onSchemaDone(HostMessage.SchemaDone done) {
    if (status.isOver() || stopping != null) {
      return this;
    }
    if (done.answer() instanceof SchemaAnswer.Applied && line.isOpen()) {
      becomeReady();
    } else if (done.answer() instanceof SchemaAnswer.Refused refused
        && refused.why() instanceof NewerSchemaException newer
        && wiring.outdated().isPresent()) {
      outdated(newer);
    } else if (done.answer() instanceof SchemaAnswer.Refused refused) {
      hopeless(new IllegalStateException(refused.why().describe(refused.script()), refused.why()));
    }
    return this; // unknown: the writer's end is on its way
  }

  private Behavior<HostMessage> onSchemaScriptApplied(HostMessage.SchemaScriptApplied applied) {
    status.schemaApplied(applied.applied());
    return this;
  }

  private void becomeReady() {
    status.ready();
    snapshots.ready();
    line.tell(new WriterCommand.Serve()); // nobody is answered before it is READY
  }

  private Behavior<HostMessage> onWriterEnded(HostMessage.WriterEnded ended) {
    line.end("the writer ended: " + ended.why());
    boolean claiming = recovering != null;
    recovering = null;
    kept = ended.kept();
    if (status.isOver()) {
      discardKept();
    }
    if (stopping != null) {
      return stopped();
    }
    if (status.isOver()) {
      return this;
    }
    if (ended.why() instanceof WriterEnd.JournalFailed failed) {
      String message = Refusals.describe(failed.cause());
      if (RecoveryVerdict.isFenced(failed.cause())) {
        fenced(message);
      } else if (claiming && claimsAgain(failed.cause())) {
        return startIncarnation();
      } else {
        backOff(message);
      }
    } else if (ended.why() instanceof WriterEnd.Broken broken) {
      if (broken.poison()) {
        LOG.error("store {}: refuses everything from now on", settings.name(), broken.cause());
        poisoned(broken.cause());
      } else {
        LOG.error("store {}: the writer broke", settings.name(), broken.cause());
        backOff(Refusals.describe(broken.cause()));
      }
    }
    return this;
  }

  /**
   * The first event of a new writer is a barrier: refused, it says that a write of before came in
   * after the journal was read. That one is read, and the next claim follows at once.
   */
  private boolean claimsAgain(Throwable cause) {
    if (!JournalFailures.isNumberTaken(cause)
        || claimsRefused >= settings.recovery().claimAttempts()) {
      return false;
    }
    claimsRefused++;
    LOG.info(
        "store {}: another event came before its claim, which is tried anew: attempt={}",
        settings.name(),
        claimsRefused);
    return true;
  }

  private void backOff(String message) {
    Duration wait = backoff.failed();
    LOG.warn("store {}: tries again in {}: {}", settings.name(), wait, message);
    status.phase(StorePhase.BACKING_OFF, message);
    timers.startSingleTimer(new HostMessage.Retry(), wait);
  }

  // ---- ends for good

  private void fenced(String message) {
    LOG.error("store {}: fenced, stops for good: {}", settings.name(), message);
    over(StorePhase.FENCED, message);
    wiring.fenced().run();
  }

  /** Gives the journal up, for a node whose program knows more; nothing is broken here. */
  private void outdated(NewerSchemaException newer) {
    LOG.warn("store {}: does not write: {}", settings.name(), newer.reason());
    over(StorePhase.OUTDATED, newer.reason());
    wiring.outdated().orElseThrow().accept(newer);
    stopping = new CompletableFuture<>();
    if (line.isOpen()) {
      line.tell(new WriterCommand.End()); // its end ends the store
    } else {
      stopped();
    }
  }

  private void hopeless(Throwable cause) {
    LOG.error(
        "store {}: refuses everything from now on: {}", settings.name(), Refusals.describe(cause));
    poisoned(cause);
  }

  private void poisoned(Throwable cause) {
    if (line.isOpen()) {
      line.tell(new WriterCommand.End());
    }
    over(StorePhase.POISONED, Refusals.describe(cause));
    store.failReady(cause);
  }

  private void over(StorePhase phase, String message) {
    status.phase(phase, message);
    store.queue().close(write -> refuse(write, phase, message));
    store.publication().withdraw();
    snapshots.giveUp("the store has ended: " + phase);
    if (phase == StorePhase.FENCED) {
      store.failReady(new IllegalStateException(message));
    }
    discardKept();
  }

  private void discardKept() {
    if (kept != null) {
      DatabaseDisposal.discard(kept.database());
      kept = null;
    }
  }

  private static <T extends @Nullable Object> void refuse(
      PendingWrite<T> write, StorePhase phase, String message) {
    write.answer(
        phase == StorePhase.FENCED || phase == StorePhase.OUTDATED
            ? new WriteReply.NotTheWriter<>(Optional.empty())
            : new WriteReply.NotReady<>(phase, message));
  }

  /** Stops after the present message. */
  void stop(CompletableFuture<Done> stopped) {
    getContext().getSelf().tell(new HostMessage.StopHost(stopped));
  }

  private Behavior<HostMessage> onStop(HostMessage.StopHost stop) {
    if (stopping != null) {
      var unused =
          stopping.whenComplete((done, failure) -> stop.stopped().complete(Done.getInstance()));
      return this;
    }
    stopping = stop.stopped();
    timers.cancel(new HostMessage.Retry());
    if (recovering != null) {
      Adapter.stop(getContext(), recovering); // its end ends the store
      return this;
    }
    if (!line.isOpen()) {
      return stopped();
    }
    snapshots.endSchemaChanges("the store was stopped"); // the last snapshot would wait for them
    if (snapshots.last()) {
      return this; // the snapshot's end ends the writer
    }
    line.tell(new WriterCommand.End());
    return this;
  }

  private Behavior<HostMessage> stopped() {
    if (!status.isOver()) {
      over(StorePhase.STOPPED, "stopped");
    }
    discardKept();
    release();
    CompletableFuture<Done> told = Objects.requireNonNull(stopping);
    var unused =
        SegmentFolders.release(classic(), settings.name())
            .whenComplete((done, failure) -> told.complete(Done.getInstance()));
    if (wiring.staysToAnswer()) {
      return this;
    }
    // In a cluster the next node starts when this actor is gone: not before the folder is given up.
    getContext().pipeToSelf(told, (done, failure) -> new HostMessage.Released());
    return this;
  }

  private Behavior<HostMessage> onPostStop() {
    if (!status.isOver()) {
      over(StorePhase.STOPPED, "stopped");
    }
    line.end("the store has stopped");
    release();
    return this;
  }

  private void release() {
    timers.cancelAll();
    snapshots.stop();
    digests.stop();
    watchdog.stop();
    store.reads().stop();
  }

  // ---- snapshots and deadlines

  private Behavior<HostMessage> onCommitted(HostMessage.Committed committed) {
    snapshots.reached(committed.point());
    return this;
  }

  private Behavior<HostMessage> onSnapshotDone(HostMessage.SnapshotDone done) {
    boolean lastBegan = snapshots.ended(done.result(), stopping != null);
    if (stopping != null && line.isOpen() && !lastBegan) {
      line.tell(new WriterCommand.End());
    }
    return this;
  }

  private Behavior<HostMessage> onPinReleased() {
    snapshots.pinReleased();
    return this;
  }

  private Behavior<HostMessage> onSnapshotFound(HostMessage.SnapshotFound found) {
    found.newest().ifPresent(newest -> snapshots.found(newest, store.txClock().clock().instant()));
    return this;
  }

  private Behavior<HostMessage> onTick() {
    long now = System.nanoTime();
    store.queue().expire(now);
    boolean hangs = inFlight.tellOverdue(now, settings.write().journalTimeout().toNanos());
    commands.tellOverdue(now, hangs);
    store.reads().look(now);
    snapshots.look(now);
    digestsIfDue(now);
    endRecoveryIfStill(now);
    return this;
  }

  /** One that moves is never ended, however long it takes. */
  private void endRecoveryIfStill(long now) {
    ActorRef still = recovering;
    if (still == null || stopping != null || !Objects.requireNonNull(watch).standsStill(now)) {
      return;
    }
    Objects.requireNonNull(reports).giveUp();
    Adapter.stop(getContext(), still); // when it comes back from wherever it hangs
    recovering = null;
    line.end("its recovery stood still");
    kept = LiveStates.takeBack(classic(), settings.name());
    String reason =
        "recovery stood still for "
            + settings.recovery().stallTimeout()
            + " and is tried anew: "
            + store.status().phase()
            + " "
            + store.status().detail();
    status.recoveryEnded(reason);
    backOff(reason);
  }

  // ---- digests

  private void digestsIfDue(long now) {
    if (stopping != null
        || !line.isOpen()
        || store.status().phase() != StorePhase.READY
        || !digests.isDue(store.publication().sequenceNumber(), now)) {
      return;
    }
    CompletableFuture<DigestPin> pinned = new CompletableFuture<>();
    getContext().pipeToSelf(digests.compute(pinned, now), HostMessage.DigestsDone::new);
    line.tell(new WriterCommand.BeginDigest(new Decision<>(pinned)));
  }

  private Behavior<HostMessage> onDigestsDone(HostMessage.DigestsDone done) {
    long reached = store.publication().sequenceNumber();
    StoreDigests.Computed computed = done.computed();
    if (computed == null) {
      digests.ended(Objects.requireNonNull(done.failure()), reached);
    } else if (line.isOpen()) {
      line.tell(new WriterCommand.JournalDigests(computed.sequenceNumber(), computed.tables()));
      digests.ended(reached + 1); // their own event: an idle store stays so
    } else {
      digests.ended(reached);
    }
    return this;
  }

  // ---- small things

  private akka.actor.ActorSystem classic() {
    return Adapter.toClassic(getContext().getSystem());
  }

  /**
   * The program knows these scripts as well, though its settings may not name them: the next
   * incarnation must not take them for a newer program's.
   */
  void knows(List<SchemaScript> scripts) {
    List<SchemaScript> lasting =
        scripts.stream().filter(script -> script.kind() != SchemaScript.Kind.AD_HOC).toList();
    if (!lasting.isEmpty()) {
      schema = lasting;
    }
  }

  boolean hasWriter() {
    return line.isOpen();
  }

  void tellWriter(WriterCommand command) {
    line.tell(command);
  }
}
