package scriptorium.drills.crash;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Chooses the steps of one round: mostly inserts, some updates, and deletes as soon as there are
 * many batches, so that a hundred rounds need no more memory than ten.
 */
final class StepSource {

  private static final int MOST_BATCHES = 12;

  private final Random random;
  private final TreeMap<Long, Integer> versions;
  private long nextBatch;

  /**
   * For one round.
   *
   * @param versions the batches that are there
   * @param nextBatch the first number not used before; a number is never used twice, so that a
   *     batch that comes back from the dead is seen
   */
  StepSource(Random random, Map<Long, Integer> versions, long nextBatch) {
    this.random = random;
    this.versions = new TreeMap<>(versions);
    this.nextBatch = nextBatch;
  }

  Step next() {
    Step step = choose();
    step.applyTo(versions);
    return step;
  }

  /** The first batch number not used yet. */
  long nextBatch() {
    return nextBatch;
  }

  private Step choose() {
    int dice = random.nextInt(10);
    if (versions.size() >= MOST_BATCHES || (dice == 9 && versions.size() > MOST_BATCHES / 2)) {
      return new Step.Delete(versions.firstKey());
    }
    if (dice <= 3 && !versions.isEmpty()) {
      List<Long> batches = List.copyOf(versions.keySet());
      return new Step.RaiseVersion(batches.get(random.nextInt(batches.size())));
    }
    return new Step.Insert(nextBatch++, random.nextInt(3) == 0);
  }
}
