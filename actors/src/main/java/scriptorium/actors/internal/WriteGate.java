package scriptorium.actors.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.TxId;
import scriptorium.actors.WriteReply;

/**
 * Decides by a write's txId whether it may run, and answers it where it may not. Used by the writer
 * alone.
 */
final class WriteGate {

  private static final Logger LOG = LoggerFactory.getLogger(WriteGate.class);

  private final Duration maxClockSkew;
  private final TxIdSet txIds = new TxIdSet();

  WriteGate(Duration maxClockSkew) {
    this.maxClockSkew = maxClockSkew;
  }

  /**
   * Those that may run, in order; the others have been answered, or are twins: the second of two
   * with one txId waits until the first has its outcome.
   */
  List<PendingWrite<?>> admit(
      List<PendingWrite<?>> taken, Outcomes outcomes, Instant now, List<PendingWrite<?>> twins) {
    List<PendingWrite<?>> accepted = new ArrayList<>(taken.size());
    txIds.clear(taken.size());
    for (PendingWrite<?> write : taken) {
      if (!txIds.add(write.request().txId())) {
        twins.add(write);
      } else if (admits(write, outcomes, now)) {
        accepted.add(write);
      }
    }
    return accepted;
  }

  /** Whether the write may run; one that may not has been answered. */
  private <T extends @Nullable Object> boolean admits(
      PendingWrite<T> write, Outcomes outcomes, Instant now) {
    if (write.isAnswered()) {
      return false;
    }
    Outcomes.Entry known = outcomes.find(write.request().txId());
    if (known != null) {
      write.answer(repeated(write, known));
      return false;
    }
    Optional<Instant> refusal = outcomes.refusal(write.request().txId(), now, maxClockSkew);
    if (refusal.isPresent()) {
      Instant made = TxId.timeOf(write.request().txId());
      write.answer(new WriteReply.TooOld<>(made, refusal.get()));
      return false;
    }
    return true;
  }

  private static <T extends @Nullable Object> WriteReply<T> repeated(
      PendingWrite<T> write, Outcomes.Entry known) {
    if (known.never()) {
      return new WriteReply.Refused<>(
          Refusals.GENERAL,
          Optional.empty(),
          "its outcome was asked for before it had run and was told to be never:"
              + " sequenceNumber="
              + known.sequenceNumber()
              + "; send it with a new txId");
    }
    return committed(write, new SequenceNumber(known.sequenceNumber()), known.value());
  }

  /** Bytes that this caller's type does not know are not worth the writer's life. */
  private static <T extends @Nullable Object> WriteReply<T> committed(
      PendingWrite<T> write, SequenceNumber number, byte @Nullable [] kept) {
    if (kept == null) {
      return withheld(number, "it was larger than max-value-bytes, or of a kind that is not kept");
    }
    try {
      return new WriteReply.Committed<>(number, write.decodeValue(kept), true);
    } catch (RuntimeException e) {
      LOG.warn(
          "the kept value of a repeated write cannot be decoded and is left out: txId={} label={}",
          write.request().txId(),
          write.request().label(),
          e);
      return withheld(number, "it cannot be decoded: " + Refusals.describe(e));
    }
  }

  private static <T extends @Nullable Object> WriteReply<T> withheld(
      SequenceNumber number, String why) {
    return new WriteReply.Committed<>(number, null, true, Optional.of(why));
  }
}
