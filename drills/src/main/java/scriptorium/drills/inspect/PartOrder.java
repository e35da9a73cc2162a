package scriptorium.drills.inspect;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import scriptorium.persistence.ChangeSetEnd;
import scriptorium.persistence.ChangeSetPart;
import scriptorium.persistence.JournalEvent;

/**
 * Whether events can follow each other: times never run backwards, and the parts of a change set
 * come in order, with nothing between, up to their end. Keeps none of them.
 */
final class PartOrder {

  private Instant newest = Instant.MIN;
  private Optional<UUID> open = Optional.empty();
  private int parts;
  private boolean seenFirst;

  /**
   * Looks at the next event.
   *
   * @throws IllegalArgumentException when it cannot follow the one before
   */
  void next(long number, JournalEvent event) {
    require(!event.time().isBefore(newest), number, "its time is before that of the event before");
    newest = event.time();
    if (event instanceof ChangeSetPart part) {
      boolean begins = open.isEmpty();
      // Of a change set whose first parts are deleted, what is left begins anywhere.
      require(
          begins ? part.index() == 0 || !seenFirst : part.index() == parts,
          number,
          "it is part " + part.index() + ", expected " + (begins ? 0 : parts));
      require(begins || open.get().equals(part.txId()), number, "it is a part of another txId");
      open = Optional.of(part.txId());
      parts = part.index() + 1;
    } else if (event instanceof ChangeSetEnd end) {
      require(
          !seenFirst || (open.isPresent() && open.get().equals(end.txId()) && end.parts() == parts),
          number,
          "it ends " + end.parts() + " parts, found " + (open.isPresent() ? parts : 0));
      open = Optional.empty();
    } else {
      require(open.isEmpty(), number, "it stands between the parts of a change set");
    }
    seenFirst = true;
  }

  private static void require(boolean holds, long number, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(
          "event cannot stand here: sequenceNumber=" + number + " " + otherwise);
    }
  }
}
