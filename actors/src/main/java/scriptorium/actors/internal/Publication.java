package scriptorium.actors.internal;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.guard.ReadConnections;

/**
 * What readers may see: the database, which knows the number of the last event in it, and the last
 * number that anybody was told of. One writer publishes, any thread reads.
 *
 * <p>Invariant: the number told ≤ the number that the database shows.
 */
final class Publication {

  private final AwaitedNumbers awaited;
  private final List<WeakReference<ReadConnections>> replaced = new CopyOnWriteArrayList<>();
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

  /**
   * The readers of databases that served before, with views that are still open. Only those views
   * keep them.
   */
  List<ReadConnections> replaced() {
    replaced.removeIf(Publication::isUnused);
    List<ReadConnections> inUse = new ArrayList<>();
    for (WeakReference<ReadConnections> reference : replaced) {
      ReadConnections readers = reference.get();
      if (readers != null) {
        inUse.add(readers);
      }
    }
    return inUse;
  }

  private static boolean isUnused(WeakReference<ReadConnections> reference) {
    ReadConnections readers = reference.get();
    return readers == null || readers.openViews().isEmpty();
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
      replaced.add(new WeakReference<>(before.readers()));
    }
  }
}
