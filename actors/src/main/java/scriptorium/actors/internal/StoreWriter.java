package scriptorium.actors.internal;

import akka.actor.ActorRef;
import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import akka.persistence.DeleteMessagesFailure;
import akka.persistence.DeleteMessagesSuccess;
import akka.persistence.Recovery;
import akka.persistence.RecoveryCompleted;
import akka.persistence.SnapshotOffer;
import akka.persistence.SnapshotSelectionCriteria;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scriptorium.actors.SchemaReply;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;
import scriptorium.actors.internal.BatchResult.Answer;
import scriptorium.actors.internal.BatchResult.Effect;
import scriptorium.actors.internal.BatchResult.Fault;
import scriptorium.actors.internal.SnapshotResult.PinPoint;
import scriptorium.database.WriterTransaction;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/**
 * One incarnation of the only one that changes the database: batch → open transaction → persistAll
 * → commit → publish → replies.
 *
 * <pre>
 * RECOVERING → CLAIMING → IDLE ⇄ RUNNING → JOURNALING → IDLE
 *                          any → ENDED
 * </pre>
 *
 * <p>Invariants: rows are committed only in the handler of a batch's last event; between batches
 * the database is exact at {@code state.sequenceNumber()}, and that is the last number in the
 * journal unless the outcome of a write is unknown. Whatever ends it, every write taken from the
 * queue has been answered or put back.
 */
class StoreWriter extends AbstractPersistentActor {

  private static final Logger LOG = LoggerFactory.getLogger(StoreWriter.class);

  /** How often the host hears what is committed from one snapshot to the next. */
  private static final int TELLINGS_A_SNAPSHOT = 100;

  private enum Phase {
    /** Restores and replays. */
    RECOVERING,
    /** Journals its epoch event. */
    CLAIMING,
    /** Waits for work. */
    IDLE,
    /** The mutation thread has the transaction. */
    RUNNING,
    /** The journal has the events; the transaction stays open. */
    JOURNALING,
    /** Serves no more. */
    ENDED
  }

  /** Look at the queue. */
  private enum Wake {
    WAKE
  }

  /** The mutation thread gives the transaction back. */
  private record Ran(BatchResult result) {}

  private final ActorRef self = self(); // for threads that are not the actor's
  private final WriterContext context;
  private final StoreRecovery recovery;
  private final WriteGate gate;
  private final DigestEvents digests;
  private final SchemaChanges schema;
  private final EventDeletion deletion;
  private final ArrayDeque<WriterCommand> commands = new ArrayDeque<>();
  private Phase phase = Phase.RECOVERING;
  private @Nullable StoreState state;
  private @Nullable BatchRun running;
  private @Nullable WriterCommand current;
  private boolean serving; // not before the program's schema is in: writes rely on it
  private int persisted;
  private PinPoint told = new PinPoint(0, 0);

  StoreWriter(WriterContext context) {
    this.context = context;
    this.recovery = new StoreRecovery(context);
    this.gate = new WriteGate(context.settings().write().maxClockSkew());
    this.digests = new DigestEvents(context);
    this.schema = new SchemaChanges(context, new ForSchema());
    this.deletion =
        new EventDeletion(
            context.settings().name(),
            context.settings().snapshot().deleteEvents(),
            this::deleteMessages);
    trustSnapshot(0); // what an earlier incarnation has proven may be damaged by now
  }

  static Props props(WriterContext context) {
    Props props =
        context.adopts()
            ? Props.create(AdoptingStoreWriter.class, () -> new AdoptingStoreWriter(context))
            : Props.create(StoreWriter.class, () -> new StoreWriter(context));
    return props.withDispatcher(WriterContext.DISPATCHER);
  }

  @Override
  public String persistenceId() {
    return context.settings().name();
  }

  // Both are called by the superclass's constructor, before this class's fields are set: nothing
  // but
  // the actor's context may be used.
  @Override
  public String journalPluginId() {
    return PluginIds.journal(getContext().getSystem());
  }

  @Override
  public String snapshotPluginId() {
    return PluginIds.snapshotStore(getContext().getSystem());
  }

  @Override
  public Recovery recovery() {
    if (context.adopts()) {
      return Recovery.create();
    }
    return Recovery.create(
        context.snapshotsAtMost() < 0
            ? SnapshotSelectionCriteria.none()
            : SnapshotSelectionCriteria.create(context.snapshotsAtMost(), Long.MAX_VALUE));
  }

  @Override
  public Receive createReceiveRecover() {
    return receiveBuilder()
        .match(SnapshotOffer.class, offer -> recovering(() -> restore(offer)))
        .match(JournalEvent.class, event -> recovery.replay(lastSequenceNr(), event))
        .match(RecoveryCompleted.class, done -> recovering(this::claim))
        .build();
  }

  /** Akka asks the journal for its end only after this: a bad last frame within it is no loss. */
  private void restore(SnapshotOffer offer) {
    recovery.onSnapshot(offer);
    trustSnapshot(recovery.offeredSnapshot().orElse(0));
  }

  private void trustSnapshot(long sequenceNumber) {
    SegmentFolders.trustSnapshot(
        getContext().getSystem(), context.settings().name(), sequenceNumber);
  }

  /** Akka reports what fails in an event's handler; what fails in the other two is on us. */
  private void recovering(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      onRecoveryFailure(e, Option.empty());
      getContext().stop(self());
    }
  }

  @Override
  public void onRecoveryFailure(Throwable cause, Option<Object> event) {
    if (phase == Phase.ENDED) {
      return;
    }
    phase = Phase.ENDED;
    context.parent().recoveryFailed(cause, recovery.offeredSnapshot(), recovery.leftOver());
  }

  /** Journals the epoch event: the proof that the journal takes this incarnation's events. */
  private void claim() {
    StoreState recovered = recovery.complete(lastSequenceNr());
    state = recovered;
    phase = Phase.CLAIMING;
    Instant time = now();
    persist(
        EventCodec.encode(new EpochStarted(time, context.claims().signature(context.node()))),
        event -> {
          context.claims().claimed(lastSequenceNr());
          recovered.epochStarted(lastSequenceNr());
          recovered.reached(lastSequenceNr(), time);
          heedTime();
          context.parent().claimed(recovery.report(lastSequenceNr()), self());
          idle();
        });
  }

  @Override
  public Receive createReceive() {
    return receiveBuilder()
        .matchEquals(Wake.WAKE, wake -> work())
        .match(Ran.class, ran -> onRan(ran.result()))
        .match(WriterCommand.class, this::onCommand)
        .match(DeleteMessagesSuccess.class, done -> deletion.done())
        .match(DeleteMessagesFailure.class, failed -> deletion.failed(failed.cause()))
        .build();
  }

  private void onCommand(WriterCommand command) {
    if (phase == Phase.ENDED) {
      command.giveUp("the writer has ended");
      return;
    }
    commands.add(command);
    work();
  }

  /** Commands first, then a batch; does nothing while a batch is under way. */
  private void work() {
    WriterCommand next = phase == Phase.IDLE ? nextCommand() : null;
    while (next != null) {
      current = next;
      run(next);
      next = phase == Phase.IDLE ? nextCommand() : null;
    }
    if (phase == Phase.IDLE) {
      current = null;
    }
    if (phase == Phase.IDLE && serving && !schema.holdsWrites()) {
      startBatch();
    }
  }

  /** What would make events waits with the writes. */
  private @Nullable WriterCommand nextCommand() {
    for (Iterator<WriterCommand> i = commands.iterator(); i.hasNext(); ) {
      WriterCommand command = i.next();
      if (!schema.holdsWrites() || command.runsWhileWritesWait()) {
        i.remove();
        return command;
      }
    }
    return null;
  }

  private void run(WriterCommand command) {
    if (command.isWithdrawn()) {
      return; // what it would decide, its caller would not hear
    }
    if (command instanceof WriterCommand.Pin pin) {
      pin.take(owned());
    } else if (command instanceof WriterCommand.TellOutcome tell) {
      new OutcomeQuestion(tell, context, owned()).answer(this::journalAlone);
    } else if (command instanceof WriterCommand.BeginDigest begin) {
      digests.begin(begin, owned(), this::journalAlone);
    } else if (command instanceof WriterCommand.JournalDigests computed) {
      digests.end(computed, owned(), this::journalAlone);
    } else if (command instanceof WriterCommand.ChangeSchema change) {
      schema.add(change);
    } else if (command instanceof MigrationCommand migration) {
      schema.run(migration);
    } else if (command instanceof WriterCommand.TellSchema tell) {
      SchemaReply known =
          MigrationPlan.tell(
              owned().schema().applied(), tell.scripts(), context.settings().downgrade());
      tell.answer().make(known, context.replies());
    } else if (command instanceof WriterCommand.DeleteTo delete) {
      deletion.to(delete.sequenceNumber());
    } else if (command instanceof WriterCommand.Serve) {
      serving = true;
      context.queue().attach(() -> self().tell(Wake.WAKE, ActorRef.noSender()));
    } else if (command instanceof WriterCommand.End) {
      end(new WriterEnd.Stopped(), true);
    }
  }

  private void startBatch() {
    int abandoned = context.watchdog().abandonedThreads();
    int limit = context.settings().write().maxAbandonedThreads();
    if (abandoned > limit) {
      String message =
          "too many mutations never came back: abandonedThreads="
              + abandoned
              + " limit="
              + limit
              + "; restart the program and mend the mutation";
      end(new WriterEnd.Broken(new IllegalStateException(message), true), true);
      return;
    }
    List<PendingWrite<?>> taken = context.queue().take(context.settings().write().batchMutations());
    if (taken.isEmpty()) {
      return;
    }
    List<PendingWrite<?>> twins = new ArrayList<>();
    List<PendingWrite<?>> accepted = gate.admit(taken, owned().outcomes(), now(), twins);
    context.queue().putBack(twins);
    if (accepted.isEmpty()) {
      idle();
      return;
    }
    phase = Phase.RUNNING;
    BatchRun batch =
        new BatchRun(
            owned().database(),
            context.settings(),
            accepted,
            now(),
            result -> self().tell(new Ran(result), ActorRef.noSender()));
    running = batch;
    context.watchdog().start(batch);
  }

  private void onRan(BatchResult result) {
    if (phase == Phase.ENDED) {
      return; // its writes were answered when the writer ended
    }
    running = null;
    Fault fault = result.fault();
    if (fault != null) {
      putBack(result);
      end(new WriterEnd.Broken(fault.cause(), fault.poison()), !fault.databaseLost());
      return;
    }
    context.queue().putBack(result.notStarted());
    if (result.effects().isEmpty()) {
      rollBack(owned());
      context.replies().execute(() -> result.answers().forEach(Answer::give));
      idle();
      return;
    }
    journal(result);
  }

  private void journal(BatchResult result) {
    phase = Phase.JOURNALING;
    context.inFlight().began(result, System.nanoTime());
    List<EncodedEvent> events = new ArrayList<>(result.effects().size());
    for (Effect<?> effect : result.effects()) {
      events.addAll(effect.events());
    }
    long bytes = events.stream().mapToLong(event -> event.bytes().length).sum();
    persisted = 0;
    persistAll(
        events,
        event -> {
          persisted++;
          if (persisted == events.size()) {
            owned().journaled(bytes);
            commit(result, lastSequenceNr(), events.size());
          }
        });
  }

  private void commit(BatchResult result, long last, int events) {
    StoreState owned = owned();
    try {
      WriterTransaction transaction = owned.database().writer();
      transaction.journaled();
      context.publication().publish(owned.database(), last, transaction::commit);
    } catch (RuntimeException e) {
      context
          .inFlight()
          .endedUnknown("journaled, but the database refused to commit: " + e.getMessage());
      end(new WriterEnd.Broken(e, false), false);
      return;
    }
    context.inFlight().ended();
    long before = last - events;
    result.forEachCommitted(
        before,
        (effect, number) ->
            owned
                .outcomes()
                .committed(effect.write().request().txId(), number, effect.keptValue()));
    owned.reached(last, result.time());
    recordForSchema(result, before);
    heedTime(); // before the answers: the next txIds must not look old
    context.replies().execute(() -> reply(result, before));
    tellCommitted(last);
    idle();
  }

  private void recordForSchema(BatchResult result, long before) {
    if (!schema.records()) {
      return;
    }
    long number = before;
    for (Effect<?> effect : result.effects()) {
      for (EncodedEvent event : effect.events()) {
        schema.committed(++number, event);
      }
    }
  }

  /** The host takes snapshots by these numbers: near enough will do, and each telling costs. */
  private void tellCommitted(long last) {
    StoreSettings.Snapshot snapshot = context.settings().snapshot();
    long bytes = owned().journaledBytes();
    if (isDue(last - told.sequenceNumber(), snapshot.everyEvents())
        || isDue(bytes - told.journaledBytes(), snapshot.everyBytes())) {
      told = new PinPoint(last, bytes);
      context.parent().committed(told);
    }
  }

  private static boolean isDue(long since, long every) {
    return every > 0 && since >= Math.max(1, every / TELLINGS_A_SNAPSHOT);
  }

  private static void reply(BatchResult result, long before) {
    result.forEachCommitted(before, Effect::commit);
    result.answers().forEach(Answer::give);
  }

  /** One event that changes no row of the open transaction. */
  private void journalAlone(EncodedEvent event, LongConsumer whenDurable) {
    journalWhole(List.of(event), whenDurable);
  }

  /** Events that belong together and are no batch; tells the number of the last. */
  private void journalWhole(List<EncodedEvent> events, LongConsumer whenDurable) {
    phase = Phase.JOURNALING;
    context.inFlight().beganAlone(owned().lastTime(), System.nanoTime());
    events.forEach(event -> owned().journaled(event.bytes().length));
    persisted = 0;
    persistAll(
        events,
        durable -> {
          persisted++;
          schema.committed(lastSequenceNr(), durable);
          if (persisted == events.size()) {
            context.inFlight().ended();
            whenDurable.accept(lastSequenceNr());
            idle();
          }
        });
  }

  /** Looks for work by message: Akka must see the present handler return first. */
  private void idle() {
    phase = Phase.IDLE;
    self().tell(Wake.WAKE, self());
  }

  @Override
  public void onPersistFailure(Throwable cause, Object event, long sequenceNumber) {
    LOG.warn(
        "store {}: the journal failed or did not answer: sequenceNumber={} cause={}",
        persistenceId(),
        sequenceNumber,
        cause.toString());
    if (JournalFailures.isFull(cause)) {
      context
          .inFlight()
          .endedUnwritten(WriteReply.Refused.DISK_FULL, String.valueOf(cause.getMessage()));
      schema.endUnwritten(WriteReply.Refused.DISK_FULL, String.valueOf(cause.getMessage()));
    } else {
      context.inFlight().endedUnknown("the journal failed: " + cause.getMessage());
    }
    end(new WriterEnd.JournalFailed(cause), true);
  }

  @Override
  public void onPersistRejected(Throwable cause, Object event, long sequenceNumber) {
    if (phase != Phase.ENDED) {
      LOG.error(
          "store {}: the journal rejected an event that had been encoded; this is a bug:"
              + " sequenceNumber={}",
          persistenceId(),
          sequenceNumber,
          cause);
      String reason = "not written, the journal rejected it: " + Refusals.describe(cause);
      context.inFlight().endedUnwritten(Refusals.GENERAL, reason);
      schema.endUnwritten(Refusals.GENERAL, reason);
      end(new WriterEnd.JournalFailed(cause), true);
    }
  }

  private void putBack(BatchResult result) {
    List<PendingWrite<?>> again = new ArrayList<>();
    result.effects().forEach(effect -> again.add(effect.write()));
    result.answers().forEach(answer -> again.add(answer.write()));
    again.addAll(result.notStarted());
    context.queue().putBack(again);
  }

  private void end(WriterEnd why, boolean databaseKept) {
    if (phase == Phase.ENDED) {
      return;
    }
    // One that was given up may end late: what the queue and the journal hold is its successor's.
    boolean claimed = phase != Phase.RECOVERING && phase != Phase.CLAIMING;
    phase = Phase.ENDED;
    if (claimed) {
      context.queue().detach();
      context.inFlight().endedUnknown("the writer ended: " + why);
    }
    schema.end("the writer ended: " + why);
    BatchRun lost = running;
    if (lost != null) {
      lost.giveUp("the writer ended: " + why);
    }
    if (current != null) {
      current.giveUp("the writer ended: " + why);
    }
    commands.forEach(command -> command.giveUp("the writer ended: " + why));
    digests.giveUp();
    StoreState kept = state;
    state = null;
    if (kept != null && databaseKept && lost == null) {
      rollBack(kept);
    } else if (kept != null) {
      if (context.publication().database() == kept.database()) {
        context.publication().withdraw();
      }
      DatabaseDisposal.discard(kept.database());
      kept = null;
    }
    context.parent().ended(why, kept);
    getContext().stop(self());
  }

  @Override
  public void postStop() {
    recovery.abandon();
    end(
        new WriterEnd.Broken(new IllegalStateException("the writer actor was stopped"), false),
        false);
  }

  /** The clock's time, never before the last event's: what has been accepted stays acceptable. */
  private Instant now() {
    return owned().timeOf(context.clock().instant());
  }

  private void heedTime() {
    context.txClock().atLeast(owned().lastTime());
    context.txClock().atLeast(owned().outcomes().firstAccepted());
  }

  private static void rollBack(StoreState rolledBack) {
    if (!rolledBack.database().writer().isIdle()) {
      rolledBack.database().writer().rollback();
    }
  }

  /** What the writer does for schema changes. */
  private final class ForSchema implements SchemaChanges.Writer {

    @Override
    public StoreState state() {
      return owned();
    }

    @Override
    public boolean serves() {
      return serving;
    }

    @Override
    public void journal(List<EncodedEvent> events, LongConsumer whenDurable) {
      journalWhole(events, whenDurable);
    }

    @Override
    public void giveUpDigests() {
      digests.giveUp();
    }

    @Override
    public void tell(WriterCommand command) {
      self.tell(command, ActorRef.noSender());
    }

    @Override
    public Runnable tellLater(Duration delay, WriterCommand command) {
      return getContext()
              .getSystem()
              .scheduler()
              .scheduleOnce(delay, self, command, getContext().getDispatcher(), ActorRef.noSender())
          ::cancel;
    }
  }

  private StoreState owned() {
    return Objects.requireNonNull(state, "recovery has not completed");
  }
}
