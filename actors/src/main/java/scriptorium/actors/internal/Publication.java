package scriptorium.actors.internal;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import scriptorium.database.EmbeddedDatabase;

/**
 * What readers may see: the database, which knows the number of the last event in it, and the last
 * number that anybody was told of. One writer publishes, any thread reads.
 *
 * <p>Invariant: the number told ≤ the number that the database shows.
 */
final class Publication {

  private final AwaitedNumbers awaited;
  private final List<EmbeddedDatabase> replaced = new CopyOnWriteArrayList<>();
  private volatile long sequenceNumber;
  private volatile @Nullable EmbeddedDatabase database;

  /**
   * Nothing published yet.
   *
   * @param waiters where those who wait for a number go on, never the writer's thread
   */
  Publication(Executor waiters) {
    this.awaited = new AwaitedNumbers(waiters);
  }

  /** Runs a commit after which the database shows this number. Called by the writer alone. */
  void publish(EmbeddedDatabase shown, long number, Runnable commit) {
    shown.published().publish(number, commit);
    EmbeddedDatabase before = database;
    if (before != shown) {
      database = shown;
      keepReplaced(before);
    }
    sequenceNumber = number;
    awaited.reached(number);
  }

  /** Nothing is to be seen: there is no database. */
  void withdraw() {
    EmbeddedDatabase before = database;
    database = null;
    keepReplaced(before);
  }

  /** The database that serves now; null for none. */
  @Nullable EmbeddedDatabase database() {
    return database;
  }

  /** Databases that served before and whose last views may still be open. */
  List<EmbeddedDatabase> replaced() {
    replaced.removeIf(old -> old.openViews().isEmpty());
    return replaced;
  }

  long sequenceNumber() {
    return sequenceNumber;
  }

  /** Completes when this number is shown; to be cancelled by who waits no longer. */
  CompletableFuture<Void> shows(long number) {
    return awaited.await(number, this::sequenceNumber);
  }

  private void keepReplaced(@Nullable EmbeddedDatabase before) {
    if (before != null) {
      replaced.add(before);
    }
  }
}
