package scriptorium.actors.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.internal.MigrationCommand.Held;
import scriptorium.actors.internal.TailRecorder.TailOverflowException;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.persistence.SchemaChanged;

/**
 * One step of a migration on its way into a database that is written and read meanwhile; on a
 * thread of its own, which asks the writer for what only the writer can do.
 *
 * <pre>
 * pin → dump → copy A: script, timed; gone → copy B: the event replayed, compared
 *   nothing was written meanwhile?  B takes the database's place
 *   else B goes
 *        → pin, and from here the tail is recorded → dump → copy C (→ script, if additive)
 *        → C catches up, until little is left → writes wait → C catches up → script, unless it ran
 *        → journaled → C takes the database's place → writes go on
 * </pre>
 *
 * <p>Invariants: beside the database there is one copy at a time, and one dump; until the writer
 * journals what is ready, nothing has happened; whoever ends it first, the thread or {@link
 * #cancel}, the copy is closed exactly once or belongs to the writer.
 */
final class OnlineMigration implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(OnlineMigration.class);

  /** What is left to catch up with is small enough to let writes wait for it. */
  private static final long SMALL_REST_NANOS = 20_000_000;

  /** Rounds of catching up after which the rest is taken as it is, if it may be. */
  private static final int MOST_ROUNDS = 10;

  private final MigrationStep step;
  private final StoreSettings settings;
  private final WriterContext context;
  private final EmbeddedDatabase database;
  private final boolean serving;
  private final CompletableFuture<Void> retired;
  private final Consumer<WriterCommand> writer;
  private final Cancellation cancellation = new Cancellation();
  private final AtomicReference<@Nullable PreparedSchema> ready = new AtomicReference<>();
  private final CompletableFuture<Boolean> swapped = new CompletableFuture<>();
  private volatile Duration predictedPause = Duration.ZERO;

  /**
   * @param database the one to be changed
   * @param serving whether writes may come meanwhile, and must not wait for long
   * @param retired done when the database before this one is closed
   * @param writer takes commands
   */
  OnlineMigration(
      MigrationStep step,
      WriterContext context,
      EmbeddedDatabase database,
      boolean serving,
      CompletableFuture<Void> retired,
      Consumer<WriterCommand> writer) {
    this.step = step;
    this.settings = context.settings();
    this.context = context;
    this.database = database;
    this.serving = serving;
    this.retired = retired;
    this.writer = writer;
  }

  /** How long writes were to wait, as it was told before they did. */
  Duration predictedPause() {
    return predictedPause;
  }

  void start() {
    Thread thread = new Thread(this, "scriptorium-" + settings.name() + "-schema");
    thread.setDaemon(true);
    thread.start();
  }

  /** Ends it, whatever it is doing; nobody hears of it any more. Never waits. */
  void cancel(String reason) {
    cancellation.cancel(reason);
    dropReady();
    swapped.complete(false);
  }

  /** What is to be journaled, which then is the caller's; null if it was cancelled. */
  @Nullable PreparedSchema takeReady() {
    return ready.getAndSet(null);
  }

  /** The copy has taken the database's place. */
  void swappedIn() {
    swapped.complete(true);
  }

  @Override
  public void run() {
    try {
      EmbeddedDatabase changed = migrate();
      if (swapped.get()) {
        changed.countBytes(); // the writer went by an older count
      }
    } catch (SchemaRefusedException e) {
      gaveUp(e);
    } catch (TailOverflowException e) {
      gaveUp(new SchemaRefusedException(0, Refusals.GENERAL, String.valueOf(e.getMessage()), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | RuntimeException e) {
      failed(e);
    } catch (OutOfMemoryError e) { // the copy is gone, and with it the need
      failed(e);
    }
  }

  private void failed(Throwable cause) {
    if (!cancellation.isCancelled()) {
      LOG.warn(
          "store {}: schema change failed: script={}",
          settings.name(),
          step.script().name(),
          cause);
      gaveUp(new SchemaRefusedException(0, Refusals.GENERAL, Refusals.describe(cause), cause));
    }
  }

  private void gaveUp(SchemaRefusedException why) {
    writer.accept(
        new MigrationCommand.GaveUp(this, new SchemaAnswer.Refused(step.script().name(), why)));
  }

  private EmbeddedDatabase migrate()
      throws SchemaRefusedException,
          TailOverflowException,
          InterruptedException,
          ExecutionException {
    requireRoom();
    SchemaTrial trial = tried();
    boolean used = false;
    try {
      PreparedSchema prepared = prepared(trial, trial.event(), trial.changed());
      if (hold(trial.sequenceNumber()).isPresent()) {
        used = true;
        handOver(prepared);
        return trial.changed();
      }
    } finally {
      if (!used) {
        DatabaseDisposal.discard(trial.changed());
      }
    }
    return migrateOnCopy(trial);
  }

  private SchemaTrial tried()
      throws SchemaRefusedException, InterruptedException, ExecutionException {
    return SchemaTrial.of(dump(null), step, context.databaseSettings());
  }

  private TailReplay copied(TailRecorder tail) throws InterruptedException, ExecutionException {
    DatabaseCopies copies = dump(tail);
    return new TailReplay(copies.next(), copies.manifest().sequenceNumber(), cancellation);
  }

  /** The pin ends with the dump: what is replaced from then on need not be kept. */
  private DatabaseCopies dump(@Nullable TailRecorder tail)
      throws InterruptedException, ExecutionException {
    try (PinnedDatabase pinned = pin(tail)) {
      return DatabaseCopies.of(pinned, context.databaseSettings(), cancellation);
    }
  }

  /** Reads of the database before this one may still hold it: then there would be three. */
  private void requireRoom()
      throws SchemaRefusedException, InterruptedException, ExecutionException {
    HeapRoom room = new HeapRoom(settings, Runtime.getRuntime().maxMemory());
    if (!retired.isDone() && !room.fits(database, 3)) {
      await(retired.copy());
    }
    room.require(database);
  }

  private EmbeddedDatabase migrateOnCopy(SchemaTrial trial)
      throws SchemaRefusedException,
          TailOverflowException,
          InterruptedException,
          ExecutionException {
    requireShortPause(scriptNanos(trial));
    TailRecorder tail = new TailRecorder(settings.migration().maxTailBytes());
    TailReplay replay = copied(tail);
    EmbeddedDatabase copy = replay.copy();
    boolean handedOver = false;
    try {
      if (trial.additive()) {
        SchemaReplay.applyAhead(copy, trial.event(), replay.number());
      }
      copy.forgetEstimatedBytes();
      long counted = copy.estimatedBytes(); // now, while nobody waits for it
      LOG.debug("store {}: copied: number={} bytes={}", settings.name(), replay.number(), counted);
      catchUp(replay, tail, scriptNanos(trial));
      Held held = hold(-1).orElseThrow();
      finish(replay, tail, held);
      SchemaRun run =
          trial.additive()
              ? trial.run().withPositions(copy.sequencePositions())
              : SchemaRun.of(copy, step, cancellation);
      copy.trustEstimatedBytes();
      PreparedSchema prepared = prepared(trial, run.event(held.time()), copy);
      handedOver = true;
      handOver(prepared);
      return copy;
    } finally {
      if (!handedOver) {
        DatabaseDisposal.discard(copy);
      }
    }
  }

  private static long scriptNanos(SchemaTrial trial) {
    // Half as much again: no two runs take the same time.
    return trial.additive() ? 0 : trial.run().took().toNanos() * 3 / 2;
  }

  /** Rounds, until the rest is small, or as small as it gets and still allowed. */
  private void catchUp(TailReplay replay, TailRecorder tail, long scriptNanos)
      throws TailOverflowException, SchemaRefusedException {
    for (int round = 1; ; round++) {
      replay.apply(tail, Math.max(1, tail.heldBytes()));
      long rest = replay.nanosFor(tail.heldBytes());
      long predicted = rest + scriptNanos;
      boolean small = rest <= SMALL_REST_NANOS;
      if (small || (round >= MOST_ROUNDS && predicted <= longestPause())) {
        requireShortPause(predicted);
        predictedPause = Duration.ofNanos(predicted);
        return;
      }
    }
  }

  private static void finish(TailReplay replay, TailRecorder tail, Held held)
      throws TailOverflowException {
    replay.apply(tail, Long.MAX_VALUE);
    if (replay.number() != held.sequenceNumber()) {
      throw new IllegalStateException(
          "the copy did not catch up: expected="
              + held.sequenceNumber()
              + " found="
              + replay.number());
    }
  }

  private long longestPause() {
    return serving ? settings.migration().maxWritePause().toNanos() : Long.MAX_VALUE;
  }

  private void requireShortPause(long predictedNanos) throws SchemaRefusedException {
    if (predictedNanos > longestPause()) {
      throw new SchemaRefusedException(
          0,
          Refusals.GENERAL,
          "writes would wait too long: predicted="
              + Duration.ofNanos(predictedNanos).toMillis()
              + " ms limit="
              + settings.migration().maxWritePause().toMillis()
              + " ms (scriptorium.store.schema.max-write-pause); raise it, or let the script run"
              + " when the store starts",
          null);
    }
  }

  private PinnedDatabase pin(@Nullable TailRecorder tail)
      throws InterruptedException, ExecutionException {
    CompletableFuture<PinnedDatabase> pinned = new CompletableFuture<>();
    writer.accept(new MigrationCommand.Pin(this, tail, pinned));
    return await(pinned);
  }

  private Optional<Held> hold(long onlyAt) throws InterruptedException, ExecutionException {
    CompletableFuture<Optional<Held>> held = new CompletableFuture<>();
    writer.accept(new MigrationCommand.Hold(this, onlyAt, held));
    return await(held);
  }

  /** What the writer does is quick; a cancellation ends the waiting. */
  private <T> T await(CompletableFuture<T> future) throws InterruptedException, ExecutionException {
    cancellation.cutBy(() -> future.completeExceptionally(new CancellationException()));
    try {
      return future.get();
    } finally {
      cancellation.stepEnded();
    }
  }

  private PreparedSchema prepared(SchemaTrial trial, SchemaChanged event, EmbeddedDatabase changed)
      throws SchemaRefusedException {
    return new PreparedSchema(
        event,
        PreparedSchema.encode(event, settings.write().maxChangeSetBytes()),
        changed,
        trial.warnings());
  }

  private void handOver(PreparedSchema prepared) {
    ready.set(prepared);
    if (cancellation.isCancelled()) {
      dropReady();
    } else {
      writer.accept(new MigrationCommand.Ready(this));
    }
  }

  private void dropReady() {
    PreparedSchema dropped = ready.getAndSet(null);
    if (dropped != null) {
      DatabaseDisposal.discard(dropped.database());
    }
  }
}
