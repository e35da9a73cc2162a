package scriptorium.database.guard;

import java.sql.Connection;
import org.h2.value.ValueNull;

/**
 * Opens the guarded connections of mutations, one after the other, over the writer's one raw
 * connection. Not thread-safe: used by whoever owns the raw connection.
 *
 * <pre>{@code
 * MutationConnections mutations = new MutationConnections(rawWriterConnection);
 * try (MutationConnection mutation = mutations.open(Thread.currentThread(), check)) {
 *   userCode.run(mutation.connection());
 * }
 * }</pre>
 *
 * <p>Statements are parsed once: raise H2's {@code QUERY_CACHE_SIZE} (8 texts a session) above the
 * number of statements an application has, and preparing the same text in each mutation costs a
 * look-up here and one in H2.
 */
public final class MutationConnections {

  private final Connection raw;
  private final StatementPolicy policy;

  /**
   * Guards a raw connection.
   *
   * @param raw an H2 connection with auto-commit off, of a user without admin rights: H2 itself
   *     then refuses functions that read files or open other databases
   * @throws IllegalArgumentException where it is none
   */
  public MutationConnections(Connection raw) {
    this.raw = raw;
    this.policy = new StatementPolicy(Access.MUTATION, GuardedSession.sessionOf(raw));
  }

  /**
   * Opens the connection of the next mutation; the one before must be closed, and free.
   *
   * @param runner the only thread that may use it
   * @param check asked after each statement
   */
  public MutationConnection open(Thread runner, TransactionCheck check) {
    forgetVariables();
    return new MutationConnection(
        new GuardedSession(
            Access.MUTATION,
            raw,
            policy,
            new CallGate("the mutation's connection", runner),
            StatementLimits.NONE,
            check,
            MutationConnections::stayOpen));
  }

  /** A framework that closes the connection does so inside the mutation, which goes on. */
  private static void stayOpen() {}

  /** Variables belong to one mutation: the next, and a replay, must not depend on them. */
  private void forgetVariables() {
    for (String name : policy.session().getVariableNames()) {
      policy.session().setVariable(name, ValueNull.INSTANCE);
    }
  }
}
