package scriptorium.database.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls into H2 one at a time, and never again once it is shut.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>a thread is inside H2 ⇒ state is IN_CALL or LEAVING, and that thread entered last;
 *   <li>state is SHUT ⇒ no thread is inside H2, and none will be;
 *   <li>the clean-up runs at most once, and only in SHUT;
 *   <li>somebody awaits the end ⇒ his latch was set before he looked at the state.
 * </ul>
 *
 * <p>A gate is made for each mutation and passed several times in it, so it is one word that a call
 * swaps twice; what only a revocation needs is made by the revocation.
 *
 * <p>Threads: {@link #enter} and {@link #leave} by the caller, the rest by any thread.
 */
final class CallGate {

  /** Nobody is inside; the next caller may enter. */
  private static final int IDLE = 0;

  /** One caller is inside and the gate is open. */
  private static final int IN_CALL = 1;

  /** One caller is inside, and the gate shuts behind it. */
  private static final int LEAVING = 2;

  /** Nobody is inside, for good. */
  private static final int SHUT = 3;

  private static final VarHandle STATE = handle("state", int.class);
  private static final VarHandle REASON = handle("shutReason", String.class);
  private static final VarHandle CLEAN_UP = handle("cleanUp", Runnable.class);

  /** Stands for a clean-up that has run, or runs. */
  private static final Runnable DONE = CallGate::doNothing;

  private volatile int state;
  private volatile @Nullable String shutReason;
  private volatile @Nullable Runnable cleanUp;
  private volatile @Nullable CountDownLatch awaited;
  private final @Nullable Thread runner;
  private final String subject;

  /**
   * An open gate.
   *
   * @param subject what is guarded, for messages
   * @param runner the only thread that may enter, or null for any
   */
  CallGate(String subject, @Nullable Thread runner) {
    this.subject = subject;
    this.runner = runner;
  }

  private static VarHandle handle(String field, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(CallGate.class, field, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static void doNothing() {}

  /** Before a call into H2; followed by {@link #leave} whatever the call does. */
  void enter() throws SQLException {
    checkThread();
    if (!STATE.compareAndSet(this, IDLE, IN_CALL)) {
      throw refusal();
    }
  }

  /** After a call into H2. */
  void leave() {
    if (!STATE.compareAndSet(this, IN_CALL, IDLE)) {
      becomeShut();
    }
  }

  /** Refuses every other thread than the runner. */
  void checkThread() throws SQLException {
    if (runner != null && runner != Thread.currentThread()) {
      throw closed(
          subject
              + " belongs to the thread that runs it: thread="
              + Thread.currentThread().getName()
              + " expected="
              + runner.getName());
    }
  }

  /** For what is answered without a call into H2: refuses what {@link #enter} would for good. */
  void check() throws SQLException {
    checkThread();
    if (isShut()) {
      throw refusal();
    }
  }

  /** Whether calls are refused from now on, be one still under way or not. */
  boolean isShut() {
    return state >= LEAVING;
  }

  /** Whether nobody is inside, for good. */
  boolean isFree() {
    return state == SHUT;
  }

  /**
   * Refuses calls from now on; one under way goes on.
   *
   * @param reason for the message of refused calls; the first one given stays
   */
  void shut(String reason) {
    REASON.compareAndSet(this, null, reason);
    while (!isShut()) {
      if (STATE.compareAndSet(this, IN_CALL, LEAVING)) {
        return;
      }
      if (STATE.compareAndSet(this, IDLE, SHUT)) {
        becomeShut();
      }
    }
  }

  /**
   * Shuts, and runs the clean-up as soon as nobody is inside: now, or by whoever leaves. Of several
   * clean-ups only the first one given runs.
   */
  void shutAndThen(String reason, Runnable whenNobodyIsInside) {
    CLEAN_UP.compareAndSet(this, null, whenNobodyIsInside);
    shut(reason);
    if (isFree()) {
      runCleanUp();
    }
  }

  /**
   * Waits, after {@link #shut}, for a call under way to leave. By one thread at a time.
   *
   * @param everySlice done at once and then each millisecond until it has left
   * @return whether nobody is inside
   */
  boolean awaitShut(Duration grace, Runnable everySlice) {
    CountDownLatch left = new CountDownLatch(1);
    awaited = left;
    boolean interrupted = false;
    for (long slices = Math.max(1, grace.toMillis()); !isFree() && slices > 0; slices--) {
      everySlice.run();
      try {
        if (left.await(1, TimeUnit.MILLISECONDS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return isFree();
  }

  /** Why a call is not let in now. */
  SQLException refusal() {
    return isShut()
        ? closed(Objects.requireNonNullElse(shutReason, subject + " has ended"))
        : closed(subject + " is in use: one call at a time, and none from inside another");
  }

  private void becomeShut() {
    state = SHUT;
    CountDownLatch waiting = awaited;
    if (waiting != null) {
      waiting.countDown();
    }
    runCleanUp();
  }

  private void runCleanUp() {
    Runnable task = cleanUp;
    if (task != null && task != DONE && CLEAN_UP.compareAndSet(this, task, DONE)) {
      task.run();
    }
  }

  private static SQLException closed(String message) {
    return new SQLNonTransientConnectionException(message, Access.CONNECTION_CLOSED);
  }
}
