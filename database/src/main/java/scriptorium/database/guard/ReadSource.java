package scriptorium.database.guard;

import java.sql.SQLException;

/**
 * What a {@link LentConnection} stands on: the database that serves at this moment, and the turns
 * of those who read it. Implemented by the owner of the databases. Safe for use by several threads.
 */
public interface ReadSource {

  /** The right to run one statement. */
  @FunctionalInterface
  interface Turn {

    /** The statement has ended, well or not. Called once. */
    void end();
  }

  /**
   * The readers of the database that serves now; others when another database takes its place.
   *
   * @throws SQLException why no database serves
   */
  ReadConnections readers() throws SQLException;

  /**
   * Waits until one more statement may run.
   *
   * @throws SQLException when that took too long, or nothing serves
   */
  Turn takeTurn() throws SQLException;
}
