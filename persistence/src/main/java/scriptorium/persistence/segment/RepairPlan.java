package scriptorium.persistence.segment;

import java.nio.file.Path;
import java.util.List;

/**
 * What is wrong with a log, and what a repair makes of it.
 *
 * @param persistenceId whose log it is
 * @param damages what was found, oldest first
 * @param need whether the log has to be repaired to be opened and replayed, and whether it can be
 * @param end the last frame that is kept where it is
 * @param deletedTo the events up to it count as deleted from then on: they are, or a good snapshot
 *     holds them
 * @param keptTo the last number that is kept: where it is, in the snapshot, or written anew
 * @param rewrittenFrom the first number of events behind the damage that are written anew, since
 *     nothing between was lost; above {@code keptTo}: none
 * @param lostTo the highest number that was found behind it; not above {@code keptTo}: none is lost
 * @param mayBeMore whether there may have been events that nothing tells of
 * @param parts the bytes that will not count any more and are copied aside
 */
public record RepairPlan(
    String persistenceId,
    List<Damage> damages,
    Need need,
    ChainEnd end,
    long deletedTo,
    long keptTo,
    long rewrittenFrom,
    long lostTo,
    boolean mayBeMore,
    List<Part> parts) {

  public RepairPlan {
    damages = List.copyOf(damages);
    parts = List.copyOf(parts);
  }

  /** Whether a repair is called for. */
  public enum Need {
    /** The log opens and what a recovery replays is whole. */
    NONE,
    /** It does not, and a repair changes that. */
    REPAIR,
    /** It does not, and nothing readable is left to begin with. */
    HOPELESS
  }

  /**
   * One place that is not as it was written.
   *
   * @param file damaged, or missing
   * @param offset in it
   * @param inSnapshot whether it only held events that are deleted or in the snapshot
   */
  public record Damage(Path file, long offset, String reason, boolean inSnapshot) {}

  /**
   * A segment's bytes from an offset on.
   *
   * @param bytes up to the last that is not zero
   */
  public record Part(SegmentName segment, long offset, long bytes) {}

  /** Whether acknowledged events are known to be lost, or may be. */
  public boolean loses() {
    return lostTo > keptTo || mayBeMore;
  }
}
