package scriptorium.actors.internal;

import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import scriptorium.persistence.DigestDue;
import scriptorium.persistence.Digests;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/**
 * The writer's part in digests: it pins where its {@code DigestDue} stands, and later journals what
 * was computed of it on another thread. Owned by one incarnation of the writer.
 */
final class DigestEvents {

  private final WriterContext context;
  private @Nullable DigestPin pin;

  DigestEvents(WriterContext context) {
    this.context = context;
  }

  /** Journals that digests are due, and pins there. */
  void begin(
      WriterCommand.BeginDigest begin,
      StoreState state,
      BiConsumer<EncodedEvent, LongConsumer> journal) {
    Instant time = now(state);
    journal.accept(
        EventCodec.encode(new DigestDue(time)),
        number -> {
          reached(state, number, time);
          pin(begin, state, number);
        });
  }

  /** A pin that cannot be had costs a comparison, nothing else. */
  private void pin(WriterCommand.BeginDigest begin, StoreState state, long number) {
    try {
      DigestPin taken =
          DigestPin.take(state.database(), number, context.settings().digest().share());
      pin = taken;
      if (!begin.pinned().makeHere(taken)) {
        giveUp();
      }
    } catch (IllegalStateException e) {
      begin.pinned().fail(e);
    }
  }

  /** Journals what was computed, unless the schema has changed meanwhile: nobody could compare. */
  void end(
      WriterCommand.JournalDigests end,
      StoreState state,
      BiConsumer<EncodedEvent, LongConsumer> journal) {
    DigestPin known = pin;
    pin = null;
    if (known == null
        || known.sequenceNumber() != end.sequenceNumber()
        || !known.isOf(state.database())) {
      return;
    }
    Instant time = now(state);
    JournalEvent digests = new Digests(time, end.sequenceNumber(), end.tables());
    journal.accept(EventCodec.encode(digests), number -> reached(state, number, time));
  }

  /** The schema is about to change, or the writer ends: the pin must not be in the way. */
  void giveUp() {
    DigestPin known = pin;
    pin = null;
    if (known != null) {
      known.close();
    }
  }

  private void reached(StoreState state, long number, Instant time) {
    context.publication().publish(state.database(), number, () -> {});
    state.reached(number, time);
  }

  private Instant now(StoreState state) {
    return state.timeOf(context.clock().instant());
  }
}
