package scriptorium.database.guard;

import java.sql.SQLException;

/**
 * Looks, after each statement of a guarded connection, whether the transaction is still the one the
 * store opened. It is the second line of defence: statements that would end the transaction are
 * refused before they run.
 *
 * <p>Called on the thread that ran the statement, before its caller sees a result, whether the
 * statement succeeded or failed.
 */
@FunctionalInterface
public interface TransactionCheck {

  /**
   * Passes in silence, or stops the guarded connection for good.
   *
   * @throws SQLException what the caller of the statement gets instead of its result; every later
   *     use of the connection is refused with the same message
   */
  void afterStatement() throws SQLException;
}
