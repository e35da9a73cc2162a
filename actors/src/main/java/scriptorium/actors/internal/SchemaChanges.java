package scriptorium.actors.internal;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.actors.TxId;
import scriptorium.actors.internal.WriterCommand.ChangeSchema;
import scriptorium.database.WriterTransaction;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/**
 * Applies schema scripts on the writer, each all or not at all: the script runs on a copy of the
 * database, what it did is journaled as one event, and only then the copy takes the database's
 * place. A script that fails, or a journal that does, leaves the database as it was. Repeatable
 * scripts change rows only, and run like a mutation.
 *
 * @param again puts the command back for the next script, since an event is under way now
 */
record SchemaChanges(ChangeSchema change, WriterContext context, StoreState state, Runnable again) {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaChanges.class);

  /** Hands events to the journal, as a whole; tells the number of the last when it is durable. */
  interface Journal {
    void journal(List<EncodedEvent> events, LongConsumer whenDurable);
  }

  void applyNext(Journal journal) {
    String name = "numbered scripts";
    try {
      MigrationStep step = change.takeNext(state.schema(), context.settings().downgrade());
      if (step == null) {
        end();
        return;
      }
      name = step.script().name();
      if (step.direction() == MigrationStep.Direction.REPEAT) {
        repeat(step, journal);
      } else {
        journal(
            step, PreparedSchema.prepare(state, step, now(), context.databaseSettings()), journal);
      }
    } catch (SchemaRefusedException e) {
      tell(new SchemaAnswer.Refused(name, e));
    }
  }

  private void end() {
    // Readers see the store from here on: whoever hears that it is ready may read at once.
    context.publication().publish(state.database(), state.sequenceNumber(), () -> {});
    SchemaAnswer.Applied applied = change.applied(state.sequenceNumber());
    applied.warnings().forEach(warning -> log(applied, warning));
    tell(applied);
  }

  /** Who changes a schema by hand reads the reply; an operator acts on what a program brings. */
  private void log(SchemaAnswer.Applied applied, String warning) {
    boolean byHand =
        applied.steps().stream()
            .allMatch(step -> step.direction() == MigrationStep.Direction.BY_HAND);
    if (byHand) {
      LOG.info("store {}: {}", context.settings().name(), warning);
    } else {
      LOG.warn("store {}: {}", context.settings().name(), warning);
    }
  }

  private void journal(MigrationStep step, PreparedSchema prepared, Journal journal)
      throws SchemaRefusedException {
    EncodedEvent event = EventCodec.encode(prepared.event());
    long limit = context.settings().write().maxChangeSetBytes();
    if (event.bytes().length > limit) {
      prepared.discard();
      throw new SchemaRefusedException(
          0,
          Refusals.GENERAL,
          "the rows it changes are too many for one event: bytes="
              + event.bytes().length
              + " limit="
              + limit,
          null);
    }
    warnOfTablesWithoutKey(prepared);
    journal.journal(
        List.of(event),
        number -> {
          context.publication().publish(prepared.database(), number, () -> {});
          DatabaseDisposal.retire(
              state.swap(prepared.database()), context.settings().read().timeout());
          state.schema().add(prepared.event());
          state.reached(number, prepared.event().time());
          change.done(step);
          again.run();
        });
  }

  /** They work, but each change of their rows is found by a hidden key that nobody else knows. */
  private void warnOfTablesWithoutKey(PreparedSchema prepared) {
    Set<String> without = new TreeSet<>(prepared.database().tablesWithoutPrimaryKey());
    without.removeAll(state.database().tablesWithoutPrimaryKey());
    for (String table : without) {
      change.warn(
          "table without a primary key: table="
              + table
              + " script="
              + prepared.event().name()
              + "; its rows are told apart by hidden keys only: give it one");
    }
  }

  private void repeat(MigrationStep step, Journal journal) throws SchemaRefusedException {
    Instant time = now();
    UUID txId = TxId.next(context.txClock().now());
    List<EncodedEvent> events =
        new RepeatableScript(state.database(), context.settings().write(), step.script())
            .run(txId, time);
    if (events.isEmpty()) {
      again.run();
      return;
    }
    journal.journal(
        events,
        number -> {
          WriterTransaction transaction = state.database().writer();
          transaction.journaled();
          context.publication().publish(state.database(), number, transaction::commit);
          state.outcomes().committed(txId, number, null);
          state.reached(number, time);
          change.done(step);
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
