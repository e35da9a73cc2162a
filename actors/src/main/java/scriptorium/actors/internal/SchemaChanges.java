package scriptorium.actors.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StoreEvent.SchemaApplied;
import scriptorium.actors.TxId;
import scriptorium.actors.internal.MigrationCommand.Held;
import scriptorium.actors.internal.WriterCommand.ChangeSchema;
import scriptorium.database.WriterTransaction;
import scriptorium.persistence.codec.EncodedEvent;

/**
 * The migrations of one incarnation of the writer, one after another, step by step, each step all
 * or not at all: the script runs on a copy of the database ({@link OnlineMigration}), what it did
 * is journaled as one event, and only then the copy takes the database's place. A script that
 * fails, or a journal that does, leaves the database as it was. Repeatable scripts change rows
 * only, and run like a mutation ({@link RepeatableScript}).
 *
 * <pre>
 * NONE → NEXT → COPYING → HOLDING → JOURNALING → NONE
 *             → JOURNALING, a repeatable script
 *        any but JOURNALING → NONE, nothing has happened
 * </pre>
 *
 * <p>Invariants: writes wait in HOLDING and JOURNALING alone; the tail has every event from its pin
 * on. On the writer's thread alone.
 */
final class SchemaChanges {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaChanges.class);

  /** What the writer does for it. */
  interface Writer {
    StoreState state();

    /** Whether writes are taken. */
    boolean serves();

    /** Hands events to the journal, as a whole; tells the number of the last. */
    void journal(List<EncodedEvent> events, LongConsumer whenDurable);

    /** Lets go of what is pinned for digests; they would be of a database that is no more. */
    void giveUpDigests();

    /** Tells the writer; from any thread. */
    void tell(WriterCommand command);

    /** Tells the writer later, unless what is returned is run before. */
    Runnable tellLater(Duration delay, WriterCommand command);
  }

  private enum Phase {
    /** No schema change. */
    NONE,
    /** A step is to begin, between two batches. */
    NEXT,
    /** On its thread; writes go on. */
    COPYING,
    /** On its thread; writes wait. */
    HOLDING,
    /** The journal has the events; writes wait. */
    JOURNALING
  }

  private final WriterContext context;
  private final Writer writer;
  private final ArrayDeque<ChangeSchema> waiting = new ArrayDeque<>();
  private final List<Runnable> limits = new ArrayList<>();
  private Phase phase = Phase.NONE;
  private @Nullable ChangeSchema change;
  private @Nullable MigrationStep step;
  private @Nullable OnlineMigration migration;
  private @Nullable PreparedSchema prepared;
  private @Nullable TailRecorder tail;
  private CompletableFuture<Void> retired = CompletableFuture.completedFuture(null);
  private long heldSinceNanos;

  SchemaChanges(WriterContext context, Writer writer) {
    this.context = context;
    this.writer = writer;
  }

  /** Whether writes, and whatever else makes events, must wait. */
  boolean holdsWrites() {
    return phase == Phase.HOLDING;
  }

  /** An event was committed. */
  void committed(long number, EncodedEvent event) {
    TailRecorder recorder = tail;
    if (recorder != null) {
      recorder.add(number, event);
    }
  }

  /** Whether {@link #committed} wants to hear of events. */
  boolean records() {
    return tail != null;
  }

  /** Applies scripts after those that were asked for before. */
  void add(ChangeSchema next) {
    waiting.add(next);
    if (change == null) {
      next();
    }
  }

  void run(MigrationCommand command) {
    if (command instanceof MigrationCommand.Next) {
      begin();
    } else if (command instanceof MigrationCommand.Pin pin) {
      pin(pin);
    } else if (command instanceof MigrationCommand.Hold hold) {
      hold(hold);
    } else if (command instanceof MigrationCommand.Ready ready) {
      journal(ready);
    } else if (command instanceof MigrationCommand.GaveUp gaveUp) {
      if (gaveUp.by() == migration) {
        refuse(gaveUp.refusal());
      }
    } else if (command instanceof MigrationCommand.Overdue overdue) {
      if (overdue.by() == migration) {
        refuse(givenUp(overdue.reason()));
      }
    } else if (command instanceof MigrationCommand.EndAll end) {
      endAll(name -> SchemaAnswer.Refused.givenUp(name, end.reason()), end.reason());
    }
  }

  // ---- one step after another

  private void next() {
    change = waiting.poll();
    while (change != null && !startNext(change)) {
      change = waiting.poll();
    }
  }

  private void goOn() {
    if (!startNext(Objects.requireNonNull(change))) {
      next();
    }
  }

  /** Starts the next step of these; false where none is left, or is refused, and it was told. */
  private boolean startNext(ChangeSchema now) {
    StoreState state = writer.state();
    try {
      step =
          now.isWithdrawn() ? null : now.takeNext(state.schema(), context.settings().downgrade());
    } catch (SchemaRefusedException e) {
      tell(now, new SchemaAnswer.Refused("numbered scripts", e));
      return false;
    }
    if (step == null) {
      applied(now, state);
      return false;
    }
    phase = Phase.NEXT;
    writer.tell(new MigrationCommand.Next()); // the writer may be in the middle of a commit
    return true;
  }

  private void applied(ChangeSchema now, StoreState state) {
    // Readers see the store from here on: whoever hears that it is ready may read at once.
    context.publication().publish(state.database(), state.sequenceNumber(), () -> {});
    SchemaAnswer.Applied applied = now.applied(state.sequenceNumber());
    applied.warnings().forEach(warning -> log(applied, warning));
    tell(now, applied);
  }

  /** Who changes a schema by hand reads the reply; an operator acts on what a program brings. */
  private void log(SchemaAnswer.Applied applied, String warning) {
    boolean byHand =
        applied.steps().stream()
            .allMatch(done -> done.step().direction() == MigrationStep.Direction.BY_HAND);
    if (byHand) {
      LOG.info("store {}: {}", context.settings().name(), warning);
    } else {
      LOG.warn("store {}: {}", context.settings().name(), warning);
    }
  }

  private void begin() {
    if (phase != Phase.NEXT) {
      return; // what it was told for was given up
    }
    MigrationStep now = Objects.requireNonNull(step);
    if (now.direction() == MigrationStep.Direction.REPEAT) {
      repeat(now);
      return;
    }
    writer.giveUpDigests();
    phase = Phase.COPYING;
    OnlineMigration started =
        new OnlineMigration(
            now, context, writer.state().database(), writer.serves(), retired, writer::tell);
    migration = started;
    if (writer.serves()) {
      Duration longest = context.settings().migration().timeout();
      limit(
          longest,
          new MigrationCommand.Overdue(
              started, "took longer than " + longest + " (scriptorium.store.schema.timeout)"));
    }
    started.start();
  }

  /** It changes rows only, and few: it runs in the database itself, while writes wait. */
  private void repeat(MigrationStep repeatable) {
    StoreState state = writer.state();
    long started = System.nanoTime();
    Instant time = now(state);
    UUID txId = TxId.next(context.txClock().now());
    List<EncodedEvent> events;
    try {
      events =
          new RepeatableScript(state.database(), context.settings().write(), repeatable.script())
              .run(txId, time);
    } catch (SchemaRefusedException e) {
      refuse(new SchemaAnswer.Refused(repeatable.script().name(), e));
      return;
    }
    if (events.isEmpty()) {
      ended();
      goOn();
      return;
    }
    phase = Phase.JOURNALING;
    writer.journal(
        events,
        number -> {
          ended();
          WriterTransaction transaction = state.database().writer();
          transaction.journaled();
          context.publication().publish(state.database(), number, transaction::commit);
          state.outcomes().committed(txId, number, null);
          state.reached(number, time);
          done(new SchemaAnswer.Done(repeatable, Duration.ZERO, writesWaited(started)));
          goOn();
        });
  }

  private Duration writesWaited(long sinceNanos) {
    return writer.serves() ? Duration.ofNanos(System.nanoTime() - sinceNanos) : Duration.ZERO;
  }

  private void done(SchemaAnswer.Done done) {
    Objects.requireNonNull(change).done(done);
  }

  private void refuse(SchemaAnswer.Refused refusal) {
    ChangeSchema refused = Objects.requireNonNull(change);
    abandon(refusal.why().reason());
    tell(refused, refusal);
    next();
  }

  private SchemaAnswer.Refused givenUp(String reason) {
    return SchemaAnswer.Refused.givenUp(stepName(), reason);
  }

  private String stepName() {
    return step == null ? "" : step.script().name();
  }

  /** Nothing of the present script has happened, nor will. */
  private void abandon(String reason) {
    OnlineMigration ended = migration;
    if (ended != null) {
      ended.cancel(reason);
    }
    tail = null;
    ended();
  }

  /** Nothing is kept of it: a deadline far away would keep a whole database. */
  private void ended() {
    migration = null;
    step = null;
    prepared = null;
    phase = Phase.NONE;
    limits.forEach(Runnable::run);
    limits.clear();
  }

  private void limit(Duration longest, MigrationCommand.Overdue overdue) {
    limits.add(writer.tellLater(longest, overdue));
  }

  // ---- what its thread asks for

  private void pin(MigrationCommand.Pin asked) {
    if (asked.by() != migration) {
      asked.pinned().completeExceptionally(new CancellationException());
      return;
    }
    StoreState state = writer.state();
    PinnedDatabase pinned = PinnedDatabase.of(state.database(), state.sequenceNumber(), now(state));
    tail = asked.tail();
    if (!asked.pinned().complete(pinned)) {
      pinned.close();
    }
  }

  private void hold(MigrationCommand.Hold asked) {
    if (asked.by() != migration) {
      asked.held().completeExceptionally(new CancellationException());
      return;
    }
    if (Objects.requireNonNull(change).isWithdrawn()) {
      refuse(givenUp("nobody waits for it any more"));
      return;
    }
    StoreState state = writer.state();
    if (asked.onlyAt() >= 0 && asked.onlyAt() != state.sequenceNumber()) {
      asked.held().complete(Optional.empty());
      return;
    }
    writer.giveUpDigests();
    phase = Phase.HOLDING;
    heldSinceNanos = System.nanoTime();
    Duration longest = context.settings().migration().maxWritePause();
    if (writer.serves()) {
      limit(
          longest,
          new MigrationCommand.Overdue(
              asked.by(),
              "writes have waited for "
                  + longest.toMillis()
                  + " ms (scriptorium.store.schema.max-write-pause), predicted="
                  + asked.by().predictedPause().toMillis()
                  + " ms"));
    }
    asked.held().complete(Optional.of(new Held(state.sequenceNumber(), now(state))));
  }

  private void journal(MigrationCommand.Ready ready) {
    PreparedSchema taken = ready.by().takeReady();
    if (taken == null) {
      return; // it was given up
    }
    phase = Phase.JOURNALING;
    prepared = taken;
    tail = null;
    writer.journal(List.of(taken.encoded()), number -> swap(ready.by(), taken, number));
  }

  private void swap(OnlineMigration done, PreparedSchema taken, long number) {
    MigrationStep now = Objects.requireNonNull(step);
    ended();
    StoreState state = writer.state();
    context.publication().publish(taken.database(), number, () -> {});
    retired =
        DatabaseDisposal.retire(state.swap(taken.database()), context.settings().read().timeout());
    state.schema().add(taken.event());
    state.reached(number, taken.event().time());
    Duration pause = writesWaited(heldSinceNanos);
    context
        .parent()
        .schemaApplied(
            new SchemaApplied(
                context.settings().name(),
                taken.event().name(),
                new SequenceNumber(number),
                done.predictedPause(),
                pause));
    done.swappedIn();
    done(new SchemaAnswer.Done(now, done.predictedPause(), pause));
    taken.warnings().forEach(Objects.requireNonNull(change)::warn);
    goOn();
  }

  // ---- the end

  private void endAll(Function<String, SchemaAnswer> answer, String reason) {
    ChangeSchema ended = change;
    if (ended != null) {
      SchemaAnswer told = answer.apply(stepName());
      abandon(reason);
      change = null;
      tell(ended, told);
    }
    for (ChangeSchema next = waiting.poll(); next != null; next = waiting.poll()) {
      tell(next, answer.apply(""));
    }
  }

  /**
   * The writer ends: what the journal has not been given has not happened. At a start nobody asked
   * but the host, which hears of the writer's end, and tries anew.
   */
  void end(String reason) {
    SchemaAnswer unknown = new SchemaAnswer.Unknown(reason);
    endJournaling(unknown, reason);
    endAll(name -> writer.serves() ? SchemaAnswer.Refused.givenUp(name, reason) : unknown, reason);
  }

  /** The journal says that it has not written the events. */
  void endUnwritten(String sqlState, String reason) {
    SchemaRefusedException why = new SchemaRefusedException(0, sqlState, reason, null);
    endJournaling(
        writer.serves()
            ? new SchemaAnswer.Refused(stepName(), why)
            : new SchemaAnswer.Unknown(reason),
        reason);
  }

  private void endJournaling(SchemaAnswer answer, String reason) {
    ChangeSchema asked = change;
    if (phase != Phase.JOURNALING || asked == null) {
      return;
    }
    if (prepared != null) {
      DatabaseDisposal.discard(prepared.database());
    }
    change = null;
    abandon(reason);
    tell(asked, answer);
  }

  private Instant now(StoreState state) {
    return state.timeOf(context.clock().instant());
  }

  private void tell(ChangeSchema asked, SchemaAnswer answer) {
    asked.tell(answer, context.replies());
  }
}
