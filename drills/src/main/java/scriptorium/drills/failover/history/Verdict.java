package scriptorium.drills.failover.history;

/** What a client knows at last about one of its writes. */
public enum Verdict {
  /** Acknowledged with a sequence number: must be there exactly once, for ever. */
  ACKNOWLEDGED,
  /** Certainly not done: must not be there. */
  REFUSED,
  /** No final answer before the deadline or the end: there once or not at all. */
  UNKNOWN
}
