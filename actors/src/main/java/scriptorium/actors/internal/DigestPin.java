package scriptorium.actors.internal;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;
import scriptorium.persistence.Digests;

/**
 * A database held still at the number of a {@link scriptorium.persistence.DigestDue}, until its
 * digests are computed or nobody wants them any more. Computed by one thread, given up by any.
 */
final class DigestPin implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DigestPin.class);
  private static final long PATIENCE_SECONDS = 1;

  private final EmbeddedDatabase database;
  private final ReadView view;
  private final long sequenceNumber;
  private final Pace pace;
  private final AtomicBoolean taken = new AtomicBoolean(); // by who computes, or who closes
  private final CountDownLatch closed = new CountDownLatch(1);

  private DigestPin(EmbeddedDatabase database, long sequenceNumber, Pace pace) {
    this.database = database;
    this.view = database.pin();
    this.sequenceNumber = sequenceNumber;
    this.pace = pace;
  }

  /**
   * Pins what is committed now; called by whoever commits.
   *
   * @param share of a core that computing may take
   */
  static DigestPin take(EmbeddedDatabase database, long sequenceNumber, double share) {
    return new DigestPin(database, sequenceNumber, new Pace(share));
  }

  long sequenceNumber() {
    return sequenceNumber;
  }

  /** Whether it looks at this database. */
  boolean isOf(EmbeddedDatabase other) {
    return database == other;
  }

  /**
   * Every table's rows and digest; closes the pin.
   *
   * @throws CancellationException when it was given up
   */
  List<Digests.Table> compute() {
    if (!taken.compareAndSet(false, true)) {
      throw new CancellationException("given up");
    }
    try {
      return database.tableStates(view, pace).stream()
          .map(state -> new Digests.Table(state.table(), state.rows(), state.digest()))
          .toList();
    } finally {
      release();
    }
  }

  /** Ends it, whoever computes; returns when the view is let go of, or after a second. */
  @Override
  public void close() {
    pace.cancel();
    if (taken.compareAndSet(false, true)) {
      release();
      return;
    }
    try {
      if (!closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("a view pinned for digests is not let go of: sequenceNumber={}", sequenceNumber);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void release() {
    view.close();
    closed.countDown();
  }
}
