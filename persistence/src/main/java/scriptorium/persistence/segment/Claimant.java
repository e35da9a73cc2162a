package scriptorium.persistence.segment;

import java.time.Instant;

/**
 * Who claims an epoch; written into its marker for people to read.
 *
 * @param node name of the node, one line
 */
public record Claimant(String node, long pid, Instant time) {

  public Claimant {
    if (node.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("node name of more than one line: " + node);
    }
  }
}
