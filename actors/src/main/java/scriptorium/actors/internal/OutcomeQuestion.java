package scriptorium.actors.internal;

import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import scriptorium.actors.Outcome;
import scriptorium.actors.SequenceNumber;
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
    } else {
      journalNever(journal);
    }
  }

  private void journalNever(BiConsumer<EncodedEvent, LongConsumer> journal) {
    Instant time = state.timeOf(context.clock().instant());
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
    context.replies().execute(() -> asked.outcome().complete(outcome));
  }
}
