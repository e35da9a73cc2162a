package scriptorium.database.guard;

/** What is known about a guarded connection once it has been revoked. */
public enum Revocation {
  /** No call is inside H2 and none can begin: the transaction may be rolled back. */
  FREE,
  /**
   * A call did not come back from H2 in time: its session, hence the database, must be given up.
   */
  STUCK
}
