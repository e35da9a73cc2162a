package scriptorium.actors.internal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.WriteReply;
import scriptorium.persistence.codec.EncodedEvent;

/**
 * What a batch came to: effects to be journaled, answers that wait for them, writes not started.
 *
 * @param effects the mutations that changed the open transaction, in order
 * @param answers answers already known; given only when the effects they rest on are durable
 * @param notStarted writes the batch had no room for
 * @param time the time of its events
 * @param fault why the incarnation must end; null when all is well
 */
record BatchResult(
    List<Effect<?>> effects,
    List<Answer<?>> answers,
    List<PendingWrite<?>> notStarted,
    Instant time,
    @Nullable Fault fault) {

  /**
   * Each effect with its sequence number, which is that of its last event.
   *
   * @param before the number that the batch's first event follows
   */
  void forEachCommitted(long before, ObjLongConsumer<Effect<?>> consumer) {
    long number = before;
    for (Effect<?> effect : effects) {
      number += effect.events().size();
      consumer.accept(effect, number);
    }
  }

  /**
   * A mutation that ran well.
   *
   * @param events of its change set; the number of the last is its own
   */
  @SuppressWarnings("ArrayRecordComponent") // held, never compared
  record Effect<T extends @Nullable Object>(
      PendingWrite<T> write, List<EncodedEvent> events, T value, byte @Nullable [] keptValue) {

    void commit(long sequenceNumber) {
      write.answerHere(
          new WriteReply.Committed<>(new SequenceNumber(sequenceNumber), value, false));
    }

    void refuse(String sqlState, String reason) {
      write.answer(new WriteReply.Refused<>(sqlState, Optional.empty(), reason));
    }

    void unknown(String reason) {
      write.answer(new WriteReply.Unknown<>(write.request().txId(), reason));
    }
  }

  /** A known answer. */
  record Answer<T extends @Nullable Object>(PendingWrite<T> write, WriteReply<T> reply) {
    void give() {
      write.answerHere(reply);
    }
  }

  /**
   * Why an incarnation must end.
   *
   * @param cause what happened
   * @param databaseLost whether the database can no longer be trusted or reached
   * @param poison whether the store must refuse everything from now on
   */
  record Fault(Throwable cause, boolean databaseLost, boolean poison) {}
}
