package scriptorium.actors;

import java.time.Instant;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A past state of a store, as a database of its own, for reading: {@link Store#asOf}. It stays as
 * it is, whatever the store goes on with, and takes as much heap as the store did then; whoever
 * opened it closes it. Safe for use by any thread. Nothing of it survives the process.
 *
 * <pre>{@code
 * try (AsOf then = store.asOf(number).toCompletableFuture().get().orThrow()) {
 *   then.read(connection -> ...).thenAccept(reply -> ...);
 * }
 * }</pre>
 */
public interface AsOf extends AutoCloseable {

  /** The last event in it: the one asked for, or the last before it that ends a mutation. */
  SequenceNumber sequenceNumber();

  /** When that event was made; {@link Instant#EPOCH} before the first event. */
  Instant time();

  /**
   * Runs a query with the store's limits of reading, but permits of its own. Always completes with
   * a reply, as {@link Store#read(ReadRequest)}.
   */
  <T extends @Nullable Object> CompletionStage<ReadReply<T>> read(ReadRequest<T> request);

  /** The same with the store's own time limit. */
  default <T extends @Nullable Object> CompletionStage<ReadReply<T>> read(Query<T> query) {
    return read(ReadRequest.of(query));
  }

  /** The same state over JDBC, as {@link Store#dataSource} is the present one. */
  DataSource dataSource();

  /**
   * Lets go of the database and its heap. Reads that run are ended; later ones are answered {@link
   * ReadReply.NotReady}. Closing again does nothing.
   */
  @Override
  void close();
}
