package scriptorium.database.guard;

import java.util.OptionalLong;

/**
 * What a connection for reading shows: {@code connection.unwrap(ReadPoint.class)}, also through a
 * connection pool. Safe for use by any thread.
 */
public interface ReadPoint {

  /**
   * The sequence number of the last change that the connection's latest statement saw; everything
   * up to it was there. Empty before the first statement.
   */
  OptionalLong sequenceNumber();
}
