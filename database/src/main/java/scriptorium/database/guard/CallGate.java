package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls into H2 one at a time, and never again once it is shut.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>a thread is inside H2 ⇒ state is IN_CALL or LEAVING, and that thread entered last;
 *   <li>state is SHUT ⇒ no thread is inside H2, and none will be;
 *   <li>the clean-up runs at most once, and only in SHUT.
 * </ul>
 *
 * <p>Threads: {@link #enter} and {@link #leave} by the caller, the rest by any thread.
 */
final class CallGate {

  private enum State {
    /** Nobody is inside; the next caller may enter. */
    IDLE,
    /** One caller is inside and the gate is open. */
    IN_CALL,
    /** One caller is inside, and the gate shuts behind it. */
    LEAVING,
    /** Nobody is inside, for good. */
    SHUT
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private final AtomicReference<@Nullable String> shutReason = new AtomicReference<>();
  private final AtomicBoolean cleanUpGiven = new AtomicBoolean();
  private final AtomicReference<@Nullable Runnable> cleanUp = new AtomicReference<>();
  private final CountDownLatch shut = new CountDownLatch(1);
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

  /** Before a call into H2; followed by {@link #leave} whatever the call does. */
  void enter() throws SQLException {
    checkThread();
    if (!state.compareAndSet(State.IDLE, State.IN_CALL)) {
      throw refusal();
    }
  }

  /** After a call into H2. */
  void leave() {
    if (!state.compareAndSet(State.IN_CALL, State.IDLE)) {
      becomeShut();
    }
  }

  /** Refuses every other thread than the runner. */
  void checkThread() throws SQLException {
    Thread caller = Thread.currentThread();
    if (runner != null && caller != runner) {
      throw closed(
          subject
              + " belongs to the thread that runs it: thread="
              + caller.getName()
              + " expected="
              + runner.getName());
    }
  }

  /** Whether calls are refused from now on, be one still under way or not. */
  boolean isShut() {
    State now = state.get();
    return now == State.SHUT || now == State.LEAVING;
  }

  /** Whether nobody is inside, for good. */
  boolean isFree() {
    return state.get() == State.SHUT;
  }

  /**
   * Refuses calls from now on; one under way goes on.
   *
   * @param reason for the message of refused calls; the first one given stays
   */
  void shut(String reason) {
    shutReason.compareAndSet(null, reason);
    while (!isShut()) {
      if (state.compareAndSet(State.IN_CALL, State.LEAVING)) {
        return;
      }
      if (state.compareAndSet(State.IDLE, State.SHUT)) {
        becomeShut();
      }
    }
  }

  /**
   * Shuts, and runs the clean-up as soon as nobody is inside: now, or by whoever leaves. Of several
   * clean-ups only the first one given runs.
   */
  void shutAndThen(String reason, Runnable whenNobodyIsInside) {
    if (cleanUpGiven.compareAndSet(false, true)) {
      cleanUp.set(whenNobodyIsInside);
    }
    shut(reason);
    if (isFree()) {
      runCleanUp();
    }
  }

  /**
   * Waits, after {@link #shut}, for a call under way to leave.
   *
   * @param everySlice done at once and then each millisecond until it has left
   * @return whether nobody is inside
   */
  boolean awaitShut(Duration grace, Runnable everySlice) {
    boolean interrupted = false;
    boolean left = isFree();
    for (long slices = Math.max(1, grace.toMillis()); !left && slices > 0; slices--) {
      everySlice.run();
      try {
        left = shut.await(1, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return left;
  }

  /** Why a call is not let in now. */
  SQLException refusal() {
    return isShut()
        ? closed(Objects.requireNonNullElse(shutReason.get(), subject + " has ended"))
        : closed(subject + " is in use: one call at a time, and none from inside another");
  }

  private void becomeShut() {
    state.set(State.SHUT);
    shut.countDown();
    runCleanUp();
  }

  private void runCleanUp() {
    Runnable task = cleanUp.getAndSet(null);
    if (task != null) {
      task.run();
    }
  }

  private static SQLException closed(String message) {
    return new SQLNonTransientConnectionException(message, Access.CONNECTION_CLOSED);
  }
}
