package scriptorium.actors.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * What the writer does so that a repeated write is given the first answer, for a benchmark that
 * measures what it costs. Used by one thread.
 *
 * <p>It lies in the package of what it calls, though in another module: the parts are no API, a
 * copy of them would measure the copy, and a door to them in the store would be there for
 * everybody.
 */
@NullMarked
public final class MeasuredAnswers {

  private static final Duration MAX_SKEW = Duration.ofMinutes(5);

  private final Outcomes outcomes;
  private long sequenceNumber;

  /**
   * Remembers nothing yet.
   *
   * @param most outcomes kept; then the oldest is forgotten with each new one
   */
  public MeasuredAnswers(int most) {
    this.outcomes = new Outcomes(most);
  }

  /** A mutation's value as the bytes that are kept. */
  public byte @Nullable [] encode(@Nullable Object value) {
    return ValueCodec.encode(value);
  }

  /**
   * Looks whether the write is a repetition or too old, then keeps its answer.
   *
   * @param txId not seen before, and no older than those seen
   * @param now the time at which it arrived
   */
  public void remember(UUID txId, Instant now, byte @Nullable [] value) {
    if (outcomes.find(txId) != null || outcomes.refusal(txId, now, MAX_SKEW).isPresent()) {
      throw new IllegalArgumentException("txId repeated or too old: txId=" + txId);
    }
    outcomes.committed(txId, ++sequenceNumber, value);
  }
}
