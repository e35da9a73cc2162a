package scriptorium.actors.internal;

import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import scriptorium.actors.Outcome;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.TxId;
import scriptorium.persistence.OutcomeNever;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/**
 * Answers what became of a write. "Never" is journaled first, so that the write cannot run later,
 * however long it was under way.
 */
record OutcomeQuestion(WriterCommand.TellOutcome asked, WriterContext context, StoreState state) {

  void answer(BiConsumer<EncodedEvent, LongConsumer> journal) {
    Outcomes.Entry known = state.outcomes().find(asked.txId());
    if (known != null) {
      tell(
          known.never()
              ? new Outcome.Never()
              : new Outcome.Committed(new SequenceNumber(known.sequenceNumber())));
    } else if (state.outcomes().isForgotten(asked.txId())) {
      tell(new Outcome.Forgotten());
    } else if (isAhead()) {
      tell(
          new Outcome.NotNow(
              StorePhase.READY,
              Optional.empty(),
              "made ahead of this node's clock, so it may still be written: txIdTime="
                  + TxId.timeOf(asked.txId())));
    } else {
      journalNever(journal);
    }
  }

  /** Its "never" would move the horizon beyond what clocks show, once it is forgotten. */
  private boolean isAhead() {
    return state
        .outcomes()
        .refusal(asked.txId(), now(), context.settings().write().maxClockSkew())
        .isPresent();
  }

  private Instant now() {
    return state.timeOf(context.clock().instant());
  }

  private void journalNever(BiConsumer<EncodedEvent, LongConsumer> journal) {
    Instant time = now();
    journal.accept(
        EventCodec.encode(new OutcomeNever(time, asked.txId())),
        number -> {
          context.publication().publish(state.database(), number, () -> {});
          state.outcomes().never(asked.txId(), number);
          state.reached(number, time);
          tell(new Outcome.Never());
        });
  }

  private void tell(Outcome outcome) {
    asked.outcome().make(outcome, context.replies());
  }
}
