package scriptorium.actors.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.Outcome;
import scriptorium.actors.SchemaReply;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.persistence.Digests;

/** What the writer is told beside writes; done between two batches. */
sealed interface WriterCommand
    permits WriterCommand.Pin,
        WriterCommand.TellOutcome,
        WriterCommand.ChangeSchema,
        WriterCommand.TellSchema,
        WriterCommand.BeginDigest,
        WriterCommand.JournalDigests,
        WriterCommand.DeleteTo,
        WriterCommand.Serve,
        WriterCommand.End,
        MigrationCommand {

  /** The incarnation ends before it was done: answers whoever waits. */
  void giveUp(String reason);

  /** Whether nobody waits for an answer. */
  default boolean isAnswered() {
    return true;
  }

  /** Whether it is done, too, while a schema change lets writes wait. */
  default boolean runsWhileWritesWait() {
    return false;
  }

  /** Whether its caller has been answered before it was begun. */
  default boolean isWithdrawn() {
    return false;
  }

  /**
   * Pin the database as it is.
   *
   * @param pinned what is pinned; empty where nothing has changed
   * @param unlessUnchangedSince an earlier number, since which something must have changed;
   *     negative to pin in any case
   */
  record Pin(CompletableFuture<Optional<PinnedState>> pinned, long unlessUnchangedSince)
      implements WriterCommand {

    /** On the writer's thread, between two batches. */
    void take(StoreState state) {
      if (state.isUnchangedSince(unlessUnchangedSince)) {
        pinned.complete(Optional.empty());
        return;
      }
      try {
        PinnedState taken = PinnedState.take(state);
        if (!pinned.complete(Optional.of(taken))) {
          taken.close(); // nobody waits any more
        }
      } catch (IllegalStateException e) { // no transaction is free: that is not the writer's end
        pinned.completeExceptionally(e);
      }
    }

    @Override
    public boolean isWithdrawn() {
      return pinned.isDone();
    }

    @Override
    public void giveUp(String reason) {
      pinned.completeExceptionally(new IllegalStateException(reason));
    }

    @Override
    public boolean isAnswered() {
      return pinned.isDone();
    }
  }

  /** Tell what became of a write, and make "never" final. */
  record TellOutcome(UUID txId, CompletableFuture<Outcome> outcome) implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      outcome.complete(new Outcome.NotNow(StorePhase.BACKING_OFF, Optional.empty(), reason));
    }

    @Override
    public boolean isAnswered() {
      return outcome.isDone();
    }

    @Override
    public boolean isWithdrawn() {
      return outcome.isDone();
    }
  }

  /**
   * Apply schema scripts, one after another, each as one event; those with a number only if they
   * have not been applied. Once begun, no other change of the schema comes between its steps.
   */
  final class ChangeSchema implements WriterCommand {
    private final List<SchemaScript> scripts;
    private final CompletableFuture<SchemaAnswer> answer;
    private final List<SchemaAnswer.Done> done = new ArrayList<>();
    private final ArrayDeque<MigrationStep> pending = new ArrayDeque<>();
    private final List<String> warnings = new ArrayList<>();
    private boolean planned;

    ChangeSchema(List<SchemaScript> scripts, CompletableFuture<SchemaAnswer> answer) {
      this.scripts = List.copyOf(scripts);
      this.answer = answer;
    }

    CompletableFuture<SchemaAnswer> answer() {
      return answer;
    }

    /**
     * The next step; null after the last.
     *
     * @throws SchemaRefusedException where the scripts do not fit what has been applied; nothing
     *     has been done then
     */
    @Nullable MigrationStep takeNext(SchemaHistory history, StoreSettings.Downgrade downgrade)
        throws SchemaRefusedException {
      if (!planned) {
        MigrationPlan plan = MigrationPlan.of(history.applied(), scripts, downgrade);
        pending.addAll(plan.steps());
        warnings.addAll(plan.warnings());
        planned = true;
      }
      return pending.poll();
    }

    /** A step that changed something is journaled. */
    void done(SchemaAnswer.Done step) {
      done.add(step);
    }

    void warn(String warning) {
      warnings.add(warning);
    }

    SchemaAnswer.Applied applied(long sequenceNumber) {
      return new SchemaAnswer.Applied(List.copyOf(done), List.copyOf(warnings), sequenceNumber);
    }

    /** It was not begun, and will not be. */
    void refuse(String reason) {
      answer.complete(SchemaAnswer.Refused.givenUp("", reason));
    }

    @Override
    public void giveUp(String reason) {
      answer.complete(new SchemaAnswer.Unknown(reason));
    }

    @Override
    public boolean isAnswered() {
      return answer.isDone();
    }

    @Override
    public boolean isWithdrawn() {
      return answer.isDone();
    }
  }

  /** Tell where the schema stands, and what scripts would do to it. */
  record TellSchema(List<SchemaScript> scripts, CompletableFuture<SchemaReply> answer)
      implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      answer.complete(new SchemaReply.NotReady(StorePhase.BACKING_OFF, reason));
    }

    @Override
    public boolean isAnswered() {
      return answer.isDone();
    }

    @Override
    public boolean isWithdrawn() {
      return answer.isDone();
    }
  }

  /** Journal that digests are due, and pin there. */
  record BeginDigest(CompletableFuture<DigestPin> pinned) implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      pinned.completeExceptionally(new StoreDigests.WriterGoneException(reason));
    }

    @Override
    public boolean isAnswered() {
      return pinned.isDone();
    }

    @Override
    public boolean isWithdrawn() {
      return pinned.isDone();
    }
  }

  /** Journal the digests of the number where they were due. */
  record JournalDigests(long sequenceNumber, List<Digests.Table> tables) implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      // nobody needs them: others go on without a comparison
    }
  }

  /** Delete the events up to this number: a proven snapshot stands behind them. */
  record DeleteTo(long sequenceNumber) implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      // the next snapshot's deletion includes this one
    }
  }

  /** Take writes. */
  record Serve() implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      // the next incarnation is told again
    }
  }

  /** End in good order. */
  record End() implements WriterCommand {
    @Override
    public boolean runsWhileWritesWait() {
      return true;
    }

    @Override
    public void giveUp(String reason) {
      // it has ended
    }
  }
}
