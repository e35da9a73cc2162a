package scriptorium.actors;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a store is asked by actors: {@code store.ref().tell(...)}, {@code AskPattern.ask} or {@code
 * context.ask}. Every command is answered exactly once to its {@code replyTo}, refusals included;
 * to tell without interest in the answer pass {@code system.ignoreRef()}.
 */
public sealed interface StoreCommand {

  /** Run a mutation. */
  record Write<T extends @Nullable Object>(WriteRequest<T> request, ActorRef<WriteReply<T>> replyTo)
      implements StoreCommand {}

  /** Run a query on a view of one point in time. */
  record Read<T extends @Nullable Object>(Query<T> query, ActorRef<ReadReply<T>> replyTo)
      implements StoreCommand {}

  /** Tell what became of a write. */
  record GetOutcome(UUID txId, ActorRef<Outcome> replyTo) implements StoreCommand {}

  /** Apply schema scripts. */
  record Migrate(List<SchemaScript> scripts, ActorRef<MigrationReply> replyTo)
      implements StoreCommand {

    /** Copies the list. */
    public Migrate {
      scripts = List.copyOf(scripts);
    }
  }

  /** Take a snapshot now. */
  record TakeSnapshot(ActorRef<SnapshotReply> replyTo) implements StoreCommand {}

  /** Tell what the store is doing. */
  record GetStatus(ActorRef<StoreStatus> replyTo) implements StoreCommand {}

  /** Finish what is under way, stop, give up the journal. */
  record Stop(ActorRef<Done> replyTo) implements StoreCommand {}
}
