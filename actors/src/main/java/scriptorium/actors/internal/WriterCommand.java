package scriptorium.actors.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
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

  /** What its caller is told; null where nobody waits for an answer. */
  default @Nullable Decision<?> decision() {
    return null;
  }

  /** Whether nobody waits for an answer. */
  default boolean isAnswered() {
    Decision<?> decision = decision();
    return decision == null || decision.isMade();
  }

  /** Whether it is done, too, while a schema change lets writes wait. */
  default boolean runsWhileWritesWait() {
    return false;
  }

  /** Whether its caller has been answered before it was begun. */
  default boolean isWithdrawn() {
    Decision<?> decision = decision();
    return decision != null && decision.isMade();
  }

  /**
   * Pin the database as it is.
   *
   * @param pinned what is pinned; empty where nothing has changed
   * @param unlessUnchangedSince an earlier number, since which something must have changed;
   *     negative to pin in any case
   */
  record Pin(Decision<Optional<PinnedState>> pinned, long unlessUnchangedSince)
      implements WriterCommand {

    /** On the writer's thread, between two batches. */
    void take(StoreState state) {
      if (state.isUnchangedSince(unlessUnchangedSince)) {
        pinned.makeHere(Optional.empty());
        return;
      }
      try {
        PinnedState taken = PinnedState.take(state);
        if (!pinned.makeHere(Optional.of(taken))) {
          taken.close(); // nobody waits any more
        }
      } catch (IllegalStateException e) { // no transaction is free: that is not the writer's end
        pinned.fail(e);
      }
    }

    @Override
    public void giveUp(String reason) {
      pinned.fail(new IllegalStateException(reason));
    }

    @Override
    public Decision<?> decision() {
      return pinned;
    }
  }

  /** Tell what became of a write, and make "never" final. */
  record TellOutcome(UUID txId, Decision<Outcome> outcome) implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      outcome.makeHere(new Outcome.NotNow(StorePhase.BACKING_OFF, Optional.empty(), reason));
    }

    @Override
    public Decision<?> decision() {
      return outcome;
    }
  }

  /**
   * Apply schema scripts, one after another, each as one event; those with a number only if they
   * have not been applied. Once begun, no other change of the schema comes between its steps.
   */
  final class ChangeSchema implements WriterCommand {
    private final List<SchemaScript> scripts;
    private final Decision<SchemaAnswer> answer;
    private final List<SchemaAnswer.Done> done = new ArrayList<>();
    private final ArrayDeque<MigrationStep> pending = new ArrayDeque<>();
    private final List<String> warnings = new ArrayList<>();
    private boolean planned;

    ChangeSchema(List<SchemaScript> scripts, Decision<SchemaAnswer> answer) {
      this.scripts = List.copyOf(scripts);
      this.answer = answer;
    }

    /** Decides what its caller hears. */
    void tell(SchemaAnswer decided, Executor replies) {
      answer.make(decided, replies);
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
      answer.makeHere(SchemaAnswer.Refused.givenUp("", reason));
    }

    @Override
    public void giveUp(String reason) {
      answer.makeHere(new SchemaAnswer.Unknown(reason));
    }

    @Override
    public Decision<?> decision() {
      return answer;
    }
  }

  /** Tell where the schema stands, and what scripts would do to it. */
  record TellSchema(List<SchemaScript> scripts, Decision<SchemaReply> answer)
      implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      answer.makeHere(new SchemaReply.NotReady(StorePhase.BACKING_OFF, reason));
    }

    @Override
    public Decision<?> decision() {
      return answer;
    }
  }

  /** Journal that digests are due, and pin there. */
  record BeginDigest(Decision<DigestPin> pinned) implements WriterCommand {
    @Override
    public void giveUp(String reason) {
      pinned.fail(new StoreDigests.WriterGoneException(reason));
    }

    @Override
    public Decision<?> decision() {
      return pinned;
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
