package scriptorium.actors.internal;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.actors.internal.BatchResult.Answer;
import scriptorium.actors.internal.BatchResult.Effect;
import scriptorium.actors.internal.BatchResult.Fault;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.Savepoint;
import scriptorium.database.WriterTransaction;
import scriptorium.database.guard.MutationConnection;
import scriptorium.persistence.codec.ChangeSetEncoder;
import scriptorium.persistence.codec.EncodedChangeSet;

/**
 * Runs the mutations of one batch, one after another, in the writer's open transaction: savepoint,
 * user code, capture, encode; whatever fails is rolled back to its savepoint and its neighbours
 * stay.
 *
 * <p>Invariant: one thread at a time works on the transaction. A thread that comes back from user
 * code asks {@link RunningMutation#returned} whether it still is the one; the watchdog, when it
 * gives a thread up, lets a new one go on from the next mutation.
 */
final class BatchRun {

  private final EmbeddedDatabase database;
  private final WriterTransaction transaction;
  private final StoreSettings settings;
  private final List<PendingWrite<?>> writes;
  private final Instant time;
  private final Consumer<BatchResult> whenDone;

  private final ChangeSetEncoder encoder;
  private final List<Effect<?>> effects = new ArrayList<>();
  private final List<Answer<?>> answers = new ArrayList<>();
  private volatile @Nullable RunningMutation running;
  private volatile boolean finished;
  private int next;
  private long startedNanos;
  private long bytes;
  private long growth;
  private @Nullable Savepoint savepoint;

  /**
   * A batch not yet begun.
   *
   * @param time the time of its events
   * @param whenDone told once, on the thread that ran the last mutation
   */
  BatchRun(
      EmbeddedDatabase database,
      StoreSettings settings,
      List<PendingWrite<?>> writes,
      Instant time,
      Consumer<BatchResult> whenDone) {
    this.database = database;
    this.transaction = database.writer();
    this.settings = settings;
    this.writes = writes;
    this.time = time;
    this.whenDone = whenDone;
    this.encoder = new ChangeSetEncoder(transaction, settings.write().capture());
    encoder.time(time);
  }

  /** The mutation whose user code runs at this moment. */
  @Nullable RunningMutation running() {
    return running;
  }

  /** Runs it all; returns early when this thread has been given up meanwhile. */
  void run() {
    startedNanos = System.nanoTime();
    proceed();
  }

  /**
   * On a new thread, after the old one was given up inside the user code of the present mutation.
   */
  void proceedWithout(RunningMutation lost) {
    cancelled(writes.get(next - 1), lost);
    try {
      lost.closeConnection();
      rollBack();
    } catch (RuntimeException e) {
      finish(new Fault(e, true, false));
      return;
    }
    proceed();
  }

  /** The database itself does not come back: nothing of this batch is journaled. */
  void abort(RunningMutation lost) {
    cancelled(writes.get(next - 1), lost);
    finish(
        new Fault(
            new IllegalStateException("a statement did not come back after its cancellation"),
            true,
            false));
  }

  /** The writer is gone, so nothing of it will be journaled: whoever waits is told so. */
  void giveUp(String reason) {
    writes.forEach(write -> write.answer(new WriteReply.NotReady<>(StorePhase.STOPPED, reason)));
  }

  /** Whether its result has been told. */
  boolean isFinished() {
    return finished;
  }

  private void proceed() {
    while (next < writes.size()) {
      long now = System.nanoTime();
      if (!hasRoom(now)) {
        break;
      }
      PendingWrite<?> write = writes.get(next++);
      if (write.isExpired(now)) {
        write.expire(now); // nothing, where it has been answered
      } else if (write.start() && guarded(write, now) != Step.DONE) {
        return;
      }
    }
    finish(null);
  }

  private enum Step {
    DONE,
    /** Another thread goes on. */
    LOST,
    /** The batch has been ended with a fault. */
    BROKEN
  }

  private boolean hasRoom(long now) {
    return next == 0
        || (bytes < settings.write().batchBytes()
            && now - startedNanos < settings.write().batchTime().toNanos());
  }

  /** Runs one mutation; what breaks around it, not in it, ends the batch. */
  private Step guarded(PendingWrite<?> write, long now) {
    try {
      return runOne(write, now);
    } catch (RuntimeException | SQLException | Error e) { // else the batch would never end
      broken(write, new Fault(e, true, Refusals.isOutOfMemory(e)));
    }
    return Step.BROKEN;
  }

  /** The present write is not tried again: it may be the cause. */
  private void broken(PendingWrite<?> write, Fault fault) {
    write.answer(Refusals.of(fault.cause()));
    finish(fault);
  }

  private <T extends @Nullable Object> Step runOne(PendingWrite<T> write, long now)
      throws SQLException {
    savepoint = transaction.savepoint();
    MutationConnection connection = database.openMutation();
    RunningMutation current =
        new RunningMutation(connection, now, write.runLimit(), write::isCancelled);
    running = current;
    T value = null;
    Throwable failure = null;
    try {
      value = write.request().mutation().run(connection.connection());
    } catch (Exception | Error e) { // what escaped would leave the batch without an end
      failure = e;
    }
    if (!current.returned()) {
      return Step.LOST;
    }
    if (failure != null && Refusals.isOutOfMemory(failure)) {
      throw new IllegalStateException("heap full: " + failure.getMessage(), failure);
    }
    running = null;
    connection.close();
    if (current.wasStopped() || write.isCancelled()) {
      rollBack();
      cancelled(write, current);
    } else if (failure != null) {
      rollBack();
      answers.add(new Answer<>(write, Refusals.of(failure)));
    } else {
      keep(write, asAnswered(value));
    }
    return Step.DONE;
  }

  @SuppressWarnings("NullAway") // T is what the mutation answers, null included where T allows it
  private static <T extends @Nullable Object> T asAnswered(@Nullable T value) {
    return value;
  }

  private <T extends @Nullable Object> void keep(PendingWrite<T> write, T value) {
    byte[] kept;
    try {
      kept = keptValue(write, value);
    } catch (RuntimeException e) { // the type's own code
      rollBack();
      answers.add(new Answer<>(write, Refusals.of(e)));
      return;
    }
    WriteRequest<T> request = write.request();
    Savepoint since = java.util.Objects.requireNonNull(savepoint);
    EncodedChangeSet changes = encoder.capture(since, request.txId(), request.label(), kept);
    WriteReply<T> refusal = refusal(changes);
    if (refusal != null) {
      rollBack();
      answers.add(new Answer<>(write, refusal));
      return;
    }
    growth += changes.growthBytes();
    bytes += changes.eventBytes();
    effects.add(new Effect<>(write, changes.events(), value, kept));
  }

  /** Why changes that are fine in themselves must not be kept. */
  private <T extends @Nullable Object> @Nullable WriteReply<T> refusal(EncodedChangeSet changes) {
    long growthBytes = changes.growthBytes();
    long limit = settings.maxDatabaseBytes();
    if (growthBytes > 0) {
      long held = database.estimatedBytes() + growth;
      if (held + growthBytes > limit) {
        return new WriteReply.Full<>(held, limit);
      }
    }
    return changes.isTooLarge()
        ? new WriteReply.TooLarge<>(changes.changeBytes(), settings.write().maxChangeSetBytes())
        : null;
  }

  private <T extends @Nullable Object> byte @Nullable [] keptValue(PendingWrite<T> write, T value) {
    byte[] encoded = write.encodeValue(value);
    return encoded == null || encoded.length > settings.write().maxValueBytes() ? null : encoded;
  }

  /** Answered at once: it holds whatever becomes of the batch, and must not be tried again. */
  private <T extends @Nullable Object> void cancelled(
      PendingWrite<T> write, RunningMutation current) {
    write.answer(
        new WriteReply.Cancelled<>(
            current.ran(System.nanoTime()), current.limit(), write.isCancelled()));
  }

  private void rollBack() {
    transaction.rollbackTo(java.util.Objects.requireNonNull(savepoint));
  }

  private void finish(@Nullable Fault fault) {
    running = null;
    finished = true;
    List<PendingWrite<?>> notStarted = writes.subList(next, writes.size());
    whenDone.accept(new BatchResult(effects, answers, List.copyOf(notStarted), time, fault));
  }
}
