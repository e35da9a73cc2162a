package scriptorium.actors;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where a store's schema stands, and what scripts would do to it. */
public sealed interface SchemaReply {

  /**
   * The store tells.
   *
   * @param applied the numbered scripts in force, versions rising
   * @param steps what the given scripts would do, in order; empty where they are refused
   * @param warnings what would be allowed, and still should be looked at
   * @param refusal why the given scripts do not fit the store; empty where they do
   */
  record Known(
      List<Applied> applied, List<Step> steps, List<String> warnings, Optional<String> refusal)
      implements SchemaReply {

    /** Copies the lists. */
    public Known {
      applied = List.copyOf(applied);
      steps = List.copyOf(steps);
      warnings = List.copyOf(warnings);
    }
  }

  /** The store does not serve, or does not write on this node. */
  record NotReady(StorePhase phase, String detail) implements SchemaReply {}

  /**
   * A numbered script that has been applied.
   *
   * @param checksum SHA-256 of its text, in hexadecimal
   * @param time when it was applied
   * @param hasDown whether it can be taken down
   */
  record Applied(int version, String name, String checksum, Instant time, boolean hasDown) {}

  /**
   * What one script would do.
   *
   * @param script its name; that of the down script where it would be taken down
   */
  record Step(Direction direction, String script) {}

  /** What running a script means. */
  enum Direction {
    /** It is applied. */
    UP,
    /** A newer script is taken down. */
    DOWN,
    /** Its rows are completed. */
    REPEAT
  }
}
