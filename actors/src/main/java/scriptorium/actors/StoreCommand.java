package scriptorium.actors;

import akka.Done;
import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a store is asked by actors: {@code store.ref().tell(...)}, {@code AskPattern.ask} or {@code
 * context.ask}. Every command is answered exactly once to its {@code replyTo}, refusals included.
 * To tell without interest in the answer leave a write's {@code replyTo} out, or pass {@code
 * system.ignoreRef()}; the other commands refuse to be made without an address.
 */
public sealed interface StoreCommand {

  /**
   * Run a mutation.
   *
   * @param replyTo whom to tell how it ended; null to tell nobody
   */
  record Write<T extends @Nullable Object>(
      WriteRequest<T> request, @Nullable ActorRef<WriteReply<T>> replyTo) implements StoreCommand {

    /** Refuses a null request. */
    public Write {
      Objects.requireNonNull(request, "a write command needs its request: request=null");
    }

    /** For whoever does not want to hear how it ended. */
    public Write(WriteRequest<T> request) {
      this(request, null);
    }

    /** Tells the reply to whom it is owed, if to anybody. */
    public void answer(WriteReply<T> reply) {
      if (replyTo != null) {
        replyTo.tell(reply);
      }
    }
  }

  /**
   * Stop a write that waits or runs: {@link Store#cancel}. The write itself is answered too, to its
   * own address.
   */
  record Cancel(UUID txId, ActorRef<CancelReply> replyTo) implements StoreCommand {
    /** Refuses nulls. */
    public Cancel {
      TxId.timeOf(txId);
      requireAddress("Cancel", replyTo);
    }
  }

  /** Run a query on a view of one point in time. */
  record Read<T extends @Nullable Object>(ReadRequest<T> request, ActorRef<ReadReply<T>> replyTo)
      implements StoreCommand {
    /** Refuses nulls. */
    public Read {
      Objects.requireNonNull(request, "a read command needs its request: request=null");
      requireAddress("Read", replyTo);
    }
  }

  /** Tell what became of a write. */
  record GetOutcome(UUID txId, ActorRef<Outcome> replyTo) implements StoreCommand {
    /** Refuses nulls, and an id that is no UUID of version 7. */
    public GetOutcome {
      TxId.timeOf(txId);
      requireAddress("GetOutcome", replyTo);
    }
  }

  /** Apply schema scripts. */
  record Migrate(List<SchemaScript> scripts, ActorRef<MigrationReply> replyTo)
      implements StoreCommand {

    /** Copies the list; refuses nulls. */
    public Migrate {
      scripts = List.copyOf(scripts);
      requireAddress("Migrate", replyTo);
    }
  }

  /** Tell where the schema stands, and what these scripts would do to it. */
  record GetSchema(List<SchemaScript> scripts, ActorRef<SchemaReply> replyTo)
      implements StoreCommand {

    /** Copies the list; refuses nulls. */
    public GetSchema {
      scripts = List.copyOf(scripts);
      requireAddress("GetSchema", replyTo);
    }
  }

  /** Take a snapshot now. */
  record TakeSnapshot(ActorRef<SnapshotReply> replyTo) implements StoreCommand {
    /** Refuses null. */
    public TakeSnapshot {
      requireAddress("TakeSnapshot", replyTo);
    }
  }

  /** Tell what the store is doing. */
  record GetStatus(ActorRef<StoreStatus> replyTo) implements StoreCommand {
    /** Refuses null. */
    public GetStatus {
      requireAddress("GetStatus", replyTo);
    }
  }

  /** Finish what is under way, stop, give up the journal. */
  record Stop(ActorRef<Done> replyTo) implements StoreCommand {
    /** Refuses null. */
    public Stop {
      requireAddress("Stop", replyTo);
    }
  }

  private static void requireAddress(String command, ActorRef<?> replyTo) {
    Objects.requireNonNull(
        replyTo,
        () ->
            "nobody to answer: command="
                + command
                + " replyTo=null; pass system.ignoreRef() to hear nothing");
  }
}
