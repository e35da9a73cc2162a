package scriptorium.drills.failover.workload;

import java.util.Base64;
import java.util.UUID;

/**
 * The lines between clients and nodes. One line asks, one line answers.
 *
 * <pre>
 * WRITE type base64(mutation)   → OK number value | REFUSED state text | UNKNOWN text | LATER text
 * OUTCOME txId                  → COMMITTED number | NEVER | FORGOTTEN | LATER text
 * TOTAL                         → TOTAL number sum | LATER text
 * </pre>
 *
 * <p>{@code LATER} means certainly not done: ask again, here or elsewhere. {@code REFUSED} means
 * not done by this attempt; an earlier attempt that was never answered may still be under way.
 */
public final class Protocol {

  /** Asks for a write. */
  public static final String WRITE = "WRITE";

  /** Asks what became of a write. */
  public static final String OUTCOME = "OUTCOME";

  /** Asks for the sum of all balances; also its answer. */
  public static final String TOTAL = "TOTAL";

  /** Acknowledged. */
  public static final String OK = "OK";

  /** Not done. */
  public static final String REFUSED = "REFUSED";

  /** Done or not. */
  public static final String UNKNOWN = "UNKNOWN";

  /** Not done, ask again. */
  public static final String LATER = "LATER";

  /** The outcome: committed. */
  public static final String COMMITTED = "COMMITTED";

  /** The outcome: never. */
  public static final String NEVER = "NEVER";

  /** The outcome: nobody can tell. */
  public static final String FORGOTTEN = "FORGOTTEN";

  private Protocol() {}

  static String write(DrillMutation mutation) {
    String bytes = Base64.getEncoder().encodeToString(DrillMutations.encode(mutation));
    return WRITE + ' ' + DrillMutations.idOf(mutation) + ' ' + bytes;
  }

  static String outcome(UUID txId) {
    return OUTCOME + ' ' + txId;
  }

  /** The mutation in the words of a {@code WRITE} line. */
  public static DrillMutation mutation(String[] words) {
    return DrillMutations.decode(words[1], Base64.getDecoder().decode(words[2]));
  }
}
