package scriptorium.drills.failover.check;

/**
 * Something that must not be.
 *
 * @param kind what kind
 * @param detail the write or number concerned, expected and found
 */
public record Defect(Kind kind, String detail) {

  /** The kinds of defects, each with what it means to a user. */
  public enum Kind {
    /** Acknowledged, and not in the journal. */
    LOST,
    /** In the journal twice. */
    DOUBLED,
    /** Acknowledged with a number that another event has. */
    WRONG_NUMBER,
    /** Told that it was certainly not done, and it was. */
    REFUSED_PRESENT,
    /** A violation of a constraint was acknowledged. */
    VIOLATION_ACCEPTED,
    /** In the journal, and no client sent it. */
    NEVER_SENT,
    /** The journal and the database disagree about a write. */
    DATABASE_DIFFERS,
    /** The rows are not what the writes in the journal make of them. */
    ROWS_DIFFER,
    /** A sequence number without event. */
    GAP,
    /** The sum of all balances changed. */
    TOTAL_CHANGED,
    /** A reader saw another sum of all balances. */
    READ_INCONSISTENT
  }

  @Override
  public String toString() {
    return kind + ": " + detail;
  }
}
