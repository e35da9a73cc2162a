package scriptorium.actors.internal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.internal.WriterCommand.ChangeSchema;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/**
 * Applies schema scripts on the writer, each all or not at all: the script runs on a copy of the
 * database, what it did is journaled as one event, and only then the copy takes the database's
 * place. A script that fails, or a journal that does, leaves the database as it was.
 *
 * @param again puts the command back for the next script, since an event is under way now
 */
record SchemaChanges(ChangeSchema change, WriterContext context, StoreState state, Runnable again) {

  void applyNext(BiConsumer<EncodedEvent, LongConsumer> journal) {
    List<SchemaScript> numbered =
        change.scripts().stream().filter(script -> script.version().isPresent()).toList();
    Optional<String> mismatch =
        numbered.isEmpty() ? Optional.empty() : state.schema().mismatch(numbered);
    if (mismatch.isPresent()) {
      tell(new SchemaAnswer.Refused("numbered scripts", 0, Refusals.GENERAL, mismatch.get()));
      return;
    }
    SchemaScript script = change.takeNext(state.schema());
    if (script == null) {
      // Readers see the store from here on: whoever hears that it is ready may read at once.
      context.publication().publish(state.database(), state.sequenceNumber(), () -> {});
      tell(new SchemaAnswer.Applied(change.appliedNames(), state.sequenceNumber()));
      return;
    }
    try {
      journal(PreparedSchema.prepare(state, script, now(), context.databaseSettings()), journal);
    } catch (SchemaRefusedException e) {
      tell(new SchemaAnswer.Refused(script.name(), e.line(), e.sqlState(), e.reason()));
    }
  }

  private void journal(PreparedSchema prepared, BiConsumer<EncodedEvent, LongConsumer> journal) {
    EncodedEvent event = EventCodec.encode(prepared.event());
    long limit = context.settings().write().maxChangeSetBytes();
    if (event.bytes().length > limit) {
      prepared.discard();
      tell(
          new SchemaAnswer.Refused(
              prepared.event().name(),
              0,
              Refusals.GENERAL,
              "the rows it changes are too many for one event: bytes="
                  + event.bytes().length
                  + " limit="
                  + limit));
      return;
    }
    journal.accept(
        event,
        number -> {
          context.publication().publish(prepared.database(), number, () -> {});
          DatabaseDisposal.retire(
              state.swap(prepared.database()), context.settings().read().timeout());
          state.schema().add(prepared.event());
          state.reached(number, prepared.event().time());
          change.applied(prepared.event().name());
          again.run();
        });
  }

  private Instant now() {
    return state.timeOf(context.clock().instant());
  }

  private void tell(SchemaAnswer answer) {
    context.replies().execute(() -> change.answer().complete(answer));
  }
}
