package scriptorium.drills.sql;

import scriptorium.actors.Query;
import scriptorium.actors.SequenceNumber;

/** What a shell runs its statements on: a store, or a past state of one. */
interface Statements {

  /** Runs one statement. */
  StatementResult run(String sql) throws StatementFailedException, InterruptedException;

  /** Reads. */
  <T> T read(Query<T> query) throws StatementFailedException, InterruptedException;

  /** The last change that a read shows. */
  SequenceNumber sequenceNumber();

  /** Takes a snapshot; the line that tells of it. */
  String snapshot() throws StatementFailedException, InterruptedException;
}
