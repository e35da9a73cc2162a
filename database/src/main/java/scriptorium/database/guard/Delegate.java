package scriptorium.database.guard;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;

/**
 * One guarded JDBC object of a kind that is called for each row: it implements its interface by
 * hand, so that a call costs neither reflection nor boxing. A method that a later JDBC adds is not
 * here, so its default runs, which knows nothing but these guarded ones.
 *
 * @param <T> the JDBC interface of the raw object
 */
abstract class Delegate<T extends Wrapper> implements Wrapper {

  private final T raw;
  private final GuardedSession session;
  private final CallGate gate;

  /** A call that answers nothing. */
  @FunctionalInterface
  interface Call<T> {
    void on(T raw) throws SQLException;
  }

  /** A call that answers an object. */
  @FunctionalInterface
  interface Question<T, R extends @Nullable Object> {
    R on(T raw) throws SQLException;
  }

  /** A call that answers a truth value. */
  @FunctionalInterface
  interface BooleanQuestion<T> {
    boolean on(T raw) throws SQLException;
  }

  /** A call that answers a small number. */
  @FunctionalInterface
  interface IntQuestion<T> {
    int on(T raw) throws SQLException;
  }

  /** A call that answers a large number. */
  @FunctionalInterface
  interface LongQuestion<T> {
    long on(T raw) throws SQLException;
  }

  /** A call that answers a number with a fraction. */
  @FunctionalInterface
  interface DoubleQuestion<T> {
    double on(T raw) throws SQLException;
  }

  Delegate(T raw, GuardedSession session) {
    this.raw = raw;
    this.session = session;
    this.gate = session.gate();
  }

  final T raw() {
    return raw;
  }

  final GuardedSession session() {
    return session;
  }

  final CallGate gate() {
    return gate;
  }

  // The six kinds of call, each inside the gate.

  final void run(Call<? super T> call) throws SQLException {
    gate.enter();
    try {
      call.on(raw);
    } catch (SQLException e) {
      throw session.failure(e);
    } finally {
      gate.leave();
    }
  }

  final <R extends @Nullable Object> R ask(Question<? super T, R> call) throws SQLException {
    gate.enter();
    try {
      return call.on(raw);
    } catch (SQLException e) {
      throw session.failure(e);
    } finally {
      gate.leave();
    }
  }

  final boolean askBoolean(BooleanQuestion<? super T> call) throws SQLException {
    gate.enter();
    try {
      return call.on(raw);
    } catch (SQLException e) {
      throw session.failure(e);
    } finally {
      gate.leave();
    }
  }

  final int askInt(IntQuestion<? super T> call) throws SQLException {
    gate.enter();
    try {
      return call.on(raw);
    } catch (SQLException e) {
      throw session.failure(e);
    } finally {
      gate.leave();
    }
  }

  final long askLong(LongQuestion<? super T> call) throws SQLException {
    gate.enter();
    try {
      return call.on(raw);
    } catch (SQLException e) {
      throw session.failure(e);
    } finally {
      gate.leave();
    }
  }

  final double askDouble(DoubleQuestion<? super T> call) throws SQLException {
    gate.enter();
    try {
      return call.on(raw);
    } catch (SQLException e) {
      throw session.failure(e);
    } finally {
      gate.leave();
    }
  }

  /** Makes a raw call that runs SQL, with all that belongs before and after; inside the gate. */
  final <R> R runStatement(Question<? super T, R> call, int timeoutSeconds) throws SQLException {
    session.beforeStatement(timeoutSeconds);
    Throwable failure = null;
    try {
      return call.on(raw);
    } catch (SQLException e) {
      SQLException told = session.failure(e);
      failure = told;
      throw told;
    } catch (RuntimeException | Error e) { // none may leave half a statement's rows
      failure = e;
      throw e;
    } finally {
      session.afterStatement(failure);
    }
  }

  /** A result as user code may have it. */
  @SuppressWarnings("NullAway") // null passes, as through JDBC, which says nothing of it
  final Object guarded(@Nullable Object result) throws SQLException {
    return Exchange.out(result, session);
  }

  /** A result of a known interface as user code may have it. */
  final <R> R guarded(R result, Class<R> type) throws SQLException {
    return Exchange.outAs(result, session, type);
  }

  /** An argument as H2 knows it. */
  @SuppressWarnings({"unchecked", "NullAway"}) // but our guards, all comes back as it is
  final <A> A given(A argument) throws SQLException {
    return (A) Exchange.in(argument, session);
  }

  static <A> A required(@Nullable A argument, int position) throws SQLException {
    if (argument == null) {
      throw new SQLException("argument " + position + " is null", "HY009");
    }
    return argument;
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) throws SQLException {
    return required(type, 1).isInstance(this);
  }

  @Override
  public final <I> I unwrap(Class<I> type) throws SQLException {
    if (required(type, 1).isInstance(this)) {
      return type.cast(this);
    }
    throw session
        .access()
        .refusedCall("unwrap(" + type.getName() + ")", "what lies under it belongs to the store");
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + " of a " + session.access().word();
  }
}
