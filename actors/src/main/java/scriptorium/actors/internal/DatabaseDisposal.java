package scriptorium.actors.internal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import scriptorium.database.EmbeddedDatabase;

/**
 * Closes databases that are no longer used, on threads of their own: a statement that does not come
 * back, or a read that still runs, may hold the closing up, and nobody must wait for it.
 */
final class DatabaseDisposal {

  private static final long LOOK_NANOS = 20_000_000;

  private DatabaseDisposal() {}

  /** Closes it, whoever still uses it. */
  static void discard(EmbeddedDatabase database) {
    var unused = start(database, database::close);
  }

  /**
   * Closes it when its last read has ended, or after this time; and when nothing is pinned any
   * more, for whoever pins has a deadline of his own.
   *
   * @return done when it is closed
   */
  static CompletableFuture<Void> retire(EmbeddedDatabase database, Duration longest) {
    database.readers().retire();
    long end = System.nanoTime() + longest.toNanos();
    return start(
        database,
        () -> {
          while (database.openPins() > 0
              || (database.readers().borrowed() > 0 && System.nanoTime() - end < 0)) {
            LockSupport.parkNanos(LOOK_NANOS);
          }
          database.close();
        });
  }

  private static CompletableFuture<Void> start(EmbeddedDatabase database, Runnable closing) {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    Runnable work =
        () -> {
          try {
            closing.run();
          } finally {
            closed.complete(null);
          }
        };
    Thread thread = new Thread(work, "scriptorium-close-" + database.name());
    thread.setDaemon(true);
    thread.start();
    return closed;
  }
}
