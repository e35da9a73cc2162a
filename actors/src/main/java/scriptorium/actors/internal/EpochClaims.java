package scriptorium.actors.internal;

import java.util.UUID;
import scriptorium.persistence.segment.FencedWriterException;

/**
 * A host's claims of its journal, which outlive the incarnations of its writer. Not every journal
 * tells a writer that another one has claimed since: then the epoch events do, wherever they are
 * read. Before its first claim a host takes any epoch for history; after it, somebody else's newer
 * one means that this host never claims again. Safe for use by any thread.
 *
 * <p>Invariant: {@code newest} is the highest number of an epoch event known to be this host's; 0
 * for none.
 */
final class EpochClaims {

  private static final int ID_CHARS = 8;

  private final String store;
  private final String id = UUID.randomUUID().toString().substring(0, ID_CHARS);
  private long newest;

  EpochClaims(String store) {
    this.store = store;
  }

  /** How this host signs its epoch events: the node, for people, and what no other host has. */
  String signature(String node) {
    return node + " host=" + id;
  }

  /** The highest number of an epoch event that is this host's; 0 for none. */
  synchronized long newest() {
    return newest;
  }

  /** The journal has this host's epoch event. */
  synchronized void claimed(long number) {
    newest = Math.max(newest, number);
  }

  /**
   * The journal has an epoch event with this signature. One of this host's may be news: a claim
   * whose outcome was unknown.
   *
   * @throws FencedWriterException where it is somebody else's and newer than this host's
   */
  synchronized void found(long number, String signature) {
    if (signature.endsWith(" host=" + id)) {
      newest = Math.max(newest, number);
    } else if (newest > 0 && number > newest) {
      throw fenced(number, signature);
    }
  }

  /**
   * A snapshot was taken under the epoch of this number.
   *
   * @throws FencedWriterException where that is newer than this host's
   */
  synchronized void foundInSnapshot(long epochNumber) {
    if (newest > 0 && epochNumber > newest) {
      throw fenced(epochNumber, "unknown: its snapshot is here, its event is deleted");
    }
  }

  private FencedWriterException fenced(long number, String by) {
    return new FencedWriterException(
        "another writer has claimed the journal: persistenceId="
            + store
            + " epochNumber="
            + number
            + " by="
            + by
            + " own epochNumber="
            + newest
            + "; this one stops for good");
  }
}
