package scriptorium.drills.inspect;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import scriptorium.persistence.segment.SegmentName;
import scriptorium.persistence.segment.TornTail;

/**
 * What a store's folder holds.
 *
 * @param journal as far as it could be read
 * @param snapshots the newest first
 * @param damage the first that was found
 */
record StoreContents(
    String name, Path folder, Journal journal, List<Snapshot> snapshots, Optional<String> damage) {

  StoreContents {
    snapshots = List.copyOf(snapshots);
  }

  /** The same with damage, unless some was found before. */
  StoreContents with(List<Snapshot> found, Optional<String> laterDamage) {
    return new StoreContents(
        name, folder, journal, found, damage.isPresent() ? damage : laterDamage);
  }

  /**
   * The journal.
   *
   * @param firstNumber of the events that are not deleted; 0 for none
   * @param lastNumber the highest ever given out; 0 for none
   * @param deletedTo events up to this number are deleted
   * @param sealed closed in order; false while a process has it open, and after a crash
   * @param epochs that were claimed, oldest first
   * @param schemaChanges those left in it
   */
  record Journal(
      long firstNumber,
      long lastNumber,
      long deletedTo,
      boolean sealed,
      Optional<TornTail> torn,
      List<Segment> segments,
      List<Epoch> epochs,
      List<SchemaChange> schemaChanges) {

    Journal {
      segments = List.copyOf(segments);
      epochs = List.copyOf(epochs);
      schemaChanges = List.copyOf(schemaChanges);
    }

    long bytes() {
      return segments.stream().mapToLong(Segment::fileBytes).sum();
    }
  }

  /** Whether a segment counts. */
  enum SegmentState {
    /** Its events count. */
    LIVE("live"),
    /** All of its events are deleted; the file may go. */
    DELETED("deleted"),
    /** No epoch that counts names it. */
    VOID("void"),
    /** Behind a damage: nobody can tell. */
    UNREAD("not read");

    private final String text;

    SegmentState(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /**
   * One file of the journal.
   *
   * @param usedBytes up to the end of its last frame
   * @param firstNumber of its events; 0 for none
   * @param protection how it is encrypted or signed, by which key; "" where that cannot be told
   */
  record Segment(
      SegmentName name,
      long fileBytes,
      long usedBytes,
      long frames,
      long events,
      long firstNumber,
      long lastNumber,
      SegmentState state,
      String protection) {}

  /**
   * One claim of the journal.
   *
   * @param claimed when, by the claimant's clock, as its marker says; empty where there is none
   * @param counts whether frames of it belong to the history
   * @param startedAt the number of the event by which its writer began; 0 where it is not left
   */
  record Epoch(
      long epoch, String claimed, String node, String pid, boolean counts, long startedAt) {}

  /** A change of the schema. */
  record SchemaChange(long number, Instant time, String name, int version, int statements) {}

  /**
   * One snapshot.
   *
   * @param bytes of all its chunks
   * @param problem what is wrong with it; empty where nothing was found
   * @param proved whether its content was read and computed anew
   */
  record Snapshot(
      long number,
      Instant savedAt,
      Path file,
      long bytes,
      int chunks,
      int tables,
      long rows,
      String problem,
      boolean proved) {}
}
