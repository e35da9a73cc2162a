package scriptorium.actors.internal;

import org.jspecify.annotations.Nullable;
import scriptorium.database.EmbeddedDatabase;

/**
 * What readers may see: the database and the number of the last event in it. One writer publishes,
 * any thread reads.
 *
 * <p>The number and the rows change one after the other, and readers must not hold the writer up.
 * So this is a sequence lock: the version is odd while the writer is between both, and a reader
 * that takes its view without the version having moved knows the exact number of its view.
 * (Lamport, "Concurrent reading and writing", 1977.)
 */
final class Publication {

  private volatile long version;
  private volatile long sequenceNumber;
  private volatile @Nullable EmbeddedDatabase database;

  /** Runs a commit after which the database shows this number. Called by the writer alone. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void publish(EmbeddedDatabase shown, long number, Runnable commit) {
    version++;
    try {
      commit.run();
      database = shown;
      sequenceNumber = number;
    } finally {
      version++;
    }
  }

  /** Nothing is to be seen: there is no database. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void withdraw() {
    version++;
    database = null;
    version++;
  }

  @Nullable EmbeddedDatabase database() {
    return database;
  }

  long sequenceNumber() {
    return sequenceNumber;
  }

  /** The version now, or -1 while the writer is publishing. */
  long stableVersion() {
    long now = version;
    return (now & 1) == 0 ? now : -1;
  }
}
