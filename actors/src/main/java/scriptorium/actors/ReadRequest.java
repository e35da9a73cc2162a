package scriptorium.actors;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One read: the query with its level and time limit.
 *
 * @param <T> the query's value
 * @param query the question
 * @param level what it must at least show
 * @param timeout how long it may run, at most {@code scriptorium.store.read.timeout}, which counts
 *     where it is absent or longer
 */
public record ReadRequest<T extends @Nullable Object>(
    Query<T> query, ReadLevel level, Optional<Duration> timeout) {

  /** Refuses a limit below a millisecond. */
  public ReadRequest {
    timeout.ifPresent(ReadRequest::requireOneMillisecond);
  }

  /** A read of what is latest on this node, with the store's own limit. */
  public static <T extends @Nullable Object> ReadRequest<T> of(Query<T> query) {
    return new ReadRequest<>(query, ReadLevel.latest(), Optional.empty());
  }

  /** The same read at this level. */
  public ReadRequest<T> withLevel(ReadLevel other) {
    return new ReadRequest<>(query, other, timeout);
  }

  /** The same read, running at most this long. */
  public ReadRequest<T> withTimeout(Duration limit) {
    return new ReadRequest<>(query, level, Optional.of(limit));
  }

  private static void requireOneMillisecond(Duration timeout) {
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException("timeout below one millisecond: timeout=" + timeout);
    }
  }
}
