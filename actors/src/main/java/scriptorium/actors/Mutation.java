package scriptorium.actors;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A change that a caller asks for: plain JDBC on the writer's open transaction.
 *
 * <p>It runs on the writer's mutation thread, alone, and sees everything committed before it. It
 * neither commits nor rolls back: when it returns, the rows it changed are journaled and committed;
 * when it throws, they are rolled back and the caller is told {@link WriteReply.Refused}. The
 * connection works on that thread only and only until {@link #run} returns. Statements that would
 * change the schema, the session or the transaction are refused with a reason; a refused or failed
 * statement may be caught and the mutation goes on.
 *
 * <p>It may run more than once before an answer is given (the transaction is repeated when the
 * journal refused a neighbour), so it must have no effect but that on the database.
 *
 * @param <T> what it answers; {@code Void} and {@code null} when it has nothing to say
 */
@FunctionalInterface
public interface Mutation<T extends @Nullable Object> {

  /**
   * Changes rows.
   *
   * @param connection the writer's open transaction, revoked when this method returns or its time
   *     is over
   * @return the value that the caller finds in {@link WriteReply.Committed}
   * @throws Exception to roll back this mutation alone; an {@link java.sql.SQLException}'s state is
   *     reported as it is
   */
  T run(Connection connection) throws Exception;
}
