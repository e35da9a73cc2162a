package scriptorium.snapshots;

import java.util.Map;
import scriptorium.database.EmbeddedDatabase;

/**
 * What a snapshot gave back, proven by counts and digests.
 *
 * @param database open; belongs to the caller, who closes it
 * @param extraSections by name, as the caller of the dump gave them
 * @param times where the time went
 */
public record RestoredSnapshot(
    EmbeddedDatabase database, Map<String, byte[]> extraSections, RestoreTimes times) {
  public RestoredSnapshot {
    extraSections = Map.copyOf(extraSections);
  }
}
