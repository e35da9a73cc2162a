package scriptorium.actors.internal;

import akka.Done;
import akka.actor.typed.Behavior;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.MigrationReply;
import scriptorium.actors.Outcome;
import scriptorium.actors.SchemaReply;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.StoreCommand;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.internal.MigrationStep.Direction;

/**
 * Answers callers' commands on the writer's node, by asking the writer where it takes the writer.
 * Owned by the host.
 */
final class HostCommands {

  private final OpenStore store;
  private final HostSnapshots snapshots;
  private final List<Asked> asked = new ArrayList<>();

  /** What the writer was asked for a caller who still waits. */
  private record Asked(WriterCommand command, long sinceNanos) {}

  HostCommands(OpenStore store, HostSnapshots snapshots) {
    this.store = store;
    this.snapshots = snapshots;
  }

  Behavior<HostMessage> handle(StoreCommand command, StoreHost host) {
    if (command instanceof StoreCommand.Write<?> write) {
      write(write);
    } else if (command instanceof StoreCommand.Read<?> read) {
      read(read);
    } else if (command instanceof StoreCommand.Cancel cancel) {
      store.cancel(cancel.txId(), cancel.replyTo()::tell);
    } else if (command instanceof StoreCommand.GetOutcome get) {
      outcome(get, host);
    } else if (command instanceof StoreCommand.Migrate migrate) {
      migrate(migrate, host);
    } else if (command instanceof StoreCommand.GetSchema get) {
      schema(get, host);
    } else if (command instanceof StoreCommand.TakeSnapshot take) {
      takeSnapshot(take);
    } else if (command instanceof StoreCommand.GetStatus get) {
      get.replyTo().tell(store.status());
    } else if (command instanceof StoreCommand.Stop stop) {
      CompletableFuture<Done> stopped = new CompletableFuture<>();
      var unused = stopped.thenAccept(stop.replyTo()::tell);
      host.stop(stopped);
    }
    return host;
  }

  private <T extends @Nullable Object> void write(StoreCommand.Write<T> write) {
    store.write(write.request(), write::answer);
  }

  private <T extends @Nullable Object> void read(StoreCommand.Read<T> read) {
    var unused = store.reads().read(read.request(), read.replyTo()::tell);
  }

  private void outcome(StoreCommand.GetOutcome get, StoreHost host) {
    StoreStatus status = store.status();
    if (!host.hasWriter() || status.phase() != StorePhase.READY) {
      get.replyTo().tell(notNow(status.detail()));
      return;
    }
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    ask(new WriterCommand.TellOutcome(get.txId(), new Decision<>(answer)), host);
    var unused = answer.thenAccept(get.replyTo()::tell);
  }

  private Outcome notNow(String detail) {
    return new Outcome.NotNow(store.status().phase(), Optional.empty(), detail);
  }

  private void migrate(StoreCommand.Migrate migrate, StoreHost host) {
    StoreStatus status = store.status();
    if (!host.hasWriter() || status.phase() != StorePhase.READY) {
      migrate.replyTo().tell(new MigrationReply.NotReady(status.phase(), status.detail()));
      return;
    }
    CompletableFuture<SchemaAnswer> answer = new CompletableFuture<>();
    WriterCommand.ChangeSchema change =
        new WriterCommand.ChangeSchema(migrate.scripts(), new Decision<>(answer));
    noteAsked(change);
    snapshots.changeSchema(change);
    var unused =
        answer.thenAccept(
            done -> {
              if (!(done instanceof SchemaAnswer.Refused)) {
                host.knows(migrate.scripts());
              }
              migrate.replyTo().tell(reply(done));
            });
  }

  private void schema(StoreCommand.GetSchema get, StoreHost host) {
    StoreStatus status = store.status();
    if (!host.hasWriter() || status.phase() != StorePhase.READY) {
      get.replyTo().tell(new SchemaReply.NotReady(status.phase(), status.detail()));
      return;
    }
    CompletableFuture<SchemaReply> answer = new CompletableFuture<>();
    ask(new WriterCommand.TellSchema(get.scripts(), new Decision<>(answer)), host);
    var unused = answer.thenAccept(get.replyTo()::tell);
  }

  private void ask(WriterCommand command, StoreHost host) {
    noteAsked(command);
    host.tellWriter(command);
  }

  private void noteAsked(WriterCommand command) {
    asked.removeIf(one -> one.command().isAnswered());
    asked.add(new Asked(command, System.nanoTime()));
  }

  /**
   * Answers callers whose time is over. A question waits as long as a write; a schema change takes
   * what it takes, but nobody is left to a journal that hangs.
   */
  void tellOverdue(long nowNanos, boolean journalHangs) {
    long patience = store.settings().write().queueTimeout().toNanos();
    for (Asked one : asked) {
      if (one.command() instanceof WriterCommand.TellOutcome tell
          && (journalHangs || nowNanos - one.sinceNanos() >= patience)) {
        tell.outcome().makeHere(notNow(journalHangs ? InFlight.HANGS : "the writer is busy"));
      } else if (journalHangs) {
        one.command().giveUp(InFlight.HANGS);
      }
    }
    asked.removeIf(one -> one.command().isAnswered());
  }

  private static MigrationReply reply(SchemaAnswer answer) {
    if (answer instanceof SchemaAnswer.Applied applied) {
      return new MigrationReply.Migrated(
          applied.names(Direction.UP, Direction.BY_HAND),
          applied.names(Direction.DOWN),
          applied.names(Direction.REPEAT),
          applied.warnings(),
          new SequenceNumber(applied.sequenceNumber()),
          applied.predictedPause(),
          applied.pause());
    }
    if (answer instanceof SchemaAnswer.Refused refused) {
      return new MigrationReply.Refused(
          refused.script(),
          refused.why().line(),
          refused.why().statement(),
          refused.why().sqlState(),
          refused.why().reason());
    }
    return new MigrationReply.Unknown("", ((SchemaAnswer.Unknown) answer).reason());
  }

  private void takeSnapshot(StoreCommand.TakeSnapshot take) {
    CompletableFuture<SnapshotResult> result = new CompletableFuture<>();
    if (!snapshots.take(result)) {
      StoreStatus status = store.status();
      take.replyTo()
          .tell(
              new SnapshotReply.NotNow(
                  status.phase(),
                  status.phase() == StorePhase.READY ? snapshots.hindrance() : status.detail()));
      return;
    }
    var unused = result.thenAccept(done -> take.replyTo().tell(reply(done)));
  }

  private static SnapshotReply reply(SnapshotResult result) {
    if (result instanceof SnapshotResult.Saved saved) {
      return saved.reply();
    }
    return new SnapshotReply.Failed(
        result instanceof SnapshotResult.Failed failed ? failed.reason() : "nothing has changed");
  }
}
