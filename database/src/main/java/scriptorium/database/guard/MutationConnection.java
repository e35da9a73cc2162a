package scriptorium.database.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The guarded connection of one mutation, inside the writer's open transaction.
 *
 * <p>Only the thread it was opened for may use {@link #connection()} and what comes from it. Any
 * thread may revoke or close it. It is opened by {@link MutationConnections}, used, and closed; the
 * transaction itself stays its owner's business.
 */
public final class MutationConnection implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MutationConnection.class);

  private final GuardedSession session;

  MutationConnection(GuardedSession session) {
    this.session = session;
  }

  /**
   * What the mutation gets. It allows queries, INSERT, UPDATE, DELETE, MERGE, CALL and savepoints;
   * everything that would end the transaction or change the session is refused before it runs, with
   * SQLState 0A000 and the way that works instead. A framework that politely calls {@code commit()}
   * is refused as well: let it join the transaction (Spring: no transaction manager; jOOQ: no
   * {@code transaction} call; Jdbi: {@code withHandle}, not {@code inTransaction}). Closing it does
   * nothing.
   */
  public Connection connection() {
    return session.connection();
  }

  /**
   * Takes the connection away from a mutation that runs too long: every further call is refused, a
   * statement that runs is cancelled.
   *
   * @param grace how long to wait for a call inside H2; cancelled statements return in some
   *     milliseconds
   * @return FREE at once when the mutation was not inside H2, however it goes on in Java
   */
  public Revocation revoke(Duration grace) {
    return session.revoke("the mutation ran too long and was stopped", grace);
  }

  /**
   * Ends it: every later use is refused, and statements left open are closed, by the call under way
   * if there is one. May be called again.
   */
  @Override
  public void close() {
    session.gate().shutAndThen("the mutation has ended", this::closeStatements);
  }

  private void closeStatements() {
    try {
      session.closeStatements();
    } catch (SQLException e) {
      // Their transaction is judged by its own check; an unclosed statement holds heap, no more.
      log.warn("a statement left open by a mutation could not be closed", e);
    }
  }
}
