package scriptorium.actors.internal;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.persistence.Digests;

/**
 * Compares a database that is built from events with the writer's: pinned where the writer pinned,
 * computed only when the writer's digests come, and only for those.
 *
 * <p>Invariant: at most one pin is open, and none while the schema changes. Used by the thread that
 * applies the events.
 */
final class DigestChecks {

  private final String store;
  private @Nullable DigestPin pin;
  private long compared;

  DigestChecks(String store) {
    this.store = store;
  }

  /** The database, in which all is committed, is at the number of a {@code DigestDue}. */
  void due(EmbeddedDatabase database, long sequenceNumber) {
    forget();
    pin = DigestPin.take(database, sequenceNumber, 1);
  }

  /**
   * The writer's digests; those of a number that was not passed here are not compared.
   *
   * @throws DivergedException naming the first table that differs
   */
  void compare(Digests expected) {
    DigestPin pinned = pin;
    if (pinned == null || pinned.sequenceNumber() != expected.sequenceNumber()) {
      return;
    }
    pin = null;
    compare(expected, pinned.compute());
    compared++;
  }

  private void compare(Digests expected, List<Digests.Table> found) {
    Iterator<Digests.Table> ours = found.iterator();
    for (Digests.Table theirs : expected.tables()) {
      Digests.Table own = ours.hasNext() ? ours.next() : null;
      if (!theirs.equals(own)) {
        boolean sameTable = own != null && own.name().equals(theirs.name());
        throw diverged(expected, theirs, sameTable ? own : null);
      }
    }
    if (ours.hasNext()) {
      throw new DivergedException(
          store, expected.sequenceNumber(), "one more than expected", null, ours.next());
    }
  }

  private DivergedException diverged(
      Digests expected, Digests.Table theirs, Digests.@Nullable Table own) {
    return new DivergedException(
        store, expected.sequenceNumber(), theirs.name().toString(), theirs, own);
  }

  /** How many digests agreed. */
  long compared() {
    return compared;
  }

  /** Lets go of the pin: the schema changes, or nobody's digests will come any more. */
  void forget() {
    DigestPin pinned = pin;
    pin = null;
    if (pinned != null) {
      pinned.close();
    }
  }
}
