package scriptorium.actors;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A question to the store: plain JDBC on a SELECT-only connection that shows one point in time,
 * also over several statements. It runs beside the writer and never holds it up.
 *
 * @param <T> what it answers; results must be read inside, a result set does not outlive the call
 */
@FunctionalInterface
public interface Query<T extends @Nullable Object> {

  /**
   * Reads rows.
   *
   * @param connection a read-only view, closed when this method returns
   * @return the value that the caller finds in {@link ReadReply.Answered}
   * @throws Exception to answer {@link ReadReply.Refused}
   */
  T run(Connection connection) throws Exception;
}
