package scriptorium.actors;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One write: the mutation with its label, txId and time limits.
 *
 * @param <T> the mutation's value
 * @param txId identifies this write for ever: sent twice, it runs at most once. A UUID of version 7
 *     from {@link TxId#next}
 * @param label what the change is called in the journal; at most {@code
 *     scriptorium.store.write.max-label-chars}
 * @param mutation the change
 * @param queueTimeout how long it may wait for its start, the store's own limit where absent
 * @param runTimeout how long it may run, the store's own limit where absent
 */
public record WriteRequest<T extends @Nullable Object>(
    UUID txId,
    String label,
    Mutation<T> mutation,
    Optional<Duration> queueTimeout,
    Optional<Duration> runTimeout) {

  /** Refuses nulls, limits that are not positive, and an id that is no UUID of version 7. */
  public WriteRequest {
    requirePresent("txId", txId);
    requirePresent("label", label);
    requirePresent("mutation", mutation);
    requirePresent("queueTimeout", queueTimeout);
    requirePresent("runTimeout", runTimeout);
    TxId.timeOf(txId);
    queueTimeout.ifPresent(d -> requirePositive("queueTimeout", d));
    runTimeout.ifPresent(d -> requirePositive("runTimeout", d));
  }

  /** A write with a new txId made at the given time and the store's own limits. */
  public static <T extends @Nullable Object> WriteRequest<T> of(
      String label, Mutation<T> mutation, Instant now) {
    return new WriteRequest<>(TxId.next(now), label, mutation, Optional.empty(), Optional.empty());
  }

  /** The same write under this txId. */
  public WriteRequest<T> withTxId(UUID id) {
    return new WriteRequest<>(id, label, mutation, queueTimeout, runTimeout);
  }

  /** The same write, waiting at most this long for its start. */
  public WriteRequest<T> withQueueTimeout(Duration timeout) {
    return new WriteRequest<>(txId, label, mutation, Optional.of(timeout), runTimeout);
  }

  /** The same write, running at most this long. */
  public WriteRequest<T> withRunTimeout(Duration timeout) {
    return new WriteRequest<>(txId, label, mutation, queueTimeout, Optional.of(timeout));
  }

  private static void requirePresent(String name, Object value) {
    Objects.requireNonNull(value, () -> "a write needs its " + name + ": " + name + "=null");
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be positive: " + name + "=" + value);
    }
  }
}
