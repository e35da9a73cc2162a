package scriptorium.actors.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.ReadLevel;

/**
 * Waits for what a level asks for before a view may be taken. A view taken after it shows at least
 * the level: views are always the newest, and never older than the last number told.
 *
 * <p>Safe for use by any thread.
 */
final class ReadLevels {

  private static final CompletableFuture<Void> REACHED = CompletableFuture.completedFuture(null);

  private final Publication publication;
  private final @Nullable EpochChecks checks;

  /** A level that is not to be had here. */
  static final class NotOfferedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotOfferedException(String message) {
      super(message);
    }
  }

  /**
   * The levels of one store.
   *
   * @param newestCheck passes while this node is the newest writer; null where the journal cannot
   *     tell
   * @param blocking where it runs
   */
  ReadLevels(Publication publication, @Nullable Runnable newestCheck, Executor blocking) {
    this.publication = publication;
    this.checks = newestCheck == null ? null : new EpochChecks(newestCheck, blocking);
  }

  /**
   * Completes once a view taken afterwards shows the level; fails where none would. May be
   * cancelled by who waits no longer.
   */
  CompletableFuture<Void> reach(ReadLevel level) {
    if (level instanceof ReadLevel.AtLeast least) {
      return publication.shows(least.sequenceNumber().value());
    }
    return level instanceof ReadLevel.Linearizable ? check() : REACHED;
  }

  /**
   * Whoever was told of a write by this node was told after it was published, so what is shown now
   * has it; whoever was told of one by a newer writer was told after that one's claim, which the
   * check would find.
   */
  private CompletableFuture<Void> check() {
    if (checks == null) {
      return CompletableFuture.failedFuture(
          new NotOfferedException(
              "level linearizable refused: the journal in use does not tell whether this node is"
                  + " still the newest writer; use latest or atLeast, or a journal that does"
                  + " (scriptorium.store.journal-fences)"));
    }
    return checks.ask().copy();
  }
}
