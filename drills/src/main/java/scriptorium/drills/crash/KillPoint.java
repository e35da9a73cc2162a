package scriptorium.drills.crash;

import java.time.Duration;
import java.util.Random;
import scriptorium.drills.print.HumanUnits;

/**
 * When a child is killed.
 *
 * @param whileStarting true: so long after its start, recovery and all; false: so long after the
 *     first statement is sent
 * @param delay how long
 */
record KillPoint(boolean whileStarting, Duration delay) {

  private static final int ONE_IN = 5;

  /**
   * Draws one.
   *
   * @param usualStart how long children take to be ready: kills in that time hit recovery
   * @param longestWriting the latest kill after the first statement
   */
  static KillPoint draw(Random random, Duration usualStart, Duration longestWriting) {
    boolean whileStarting = random.nextInt(ONE_IN) == 0 && !usualStart.isZero();
    Duration within = whileStarting ? usualStart : longestWriting;
    return new KillPoint(
        whileStarting, Duration.ofNanos((long) (random.nextDouble() * within.toNanos())));
  }

  @Override
  public String toString() {
    return HumanUnits.duration(delay) + (whileStarting ? " into its start" : " into writing");
  }
}
