package scriptorium.benchmarks.journal;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Props;
import akka.persistence.JournalProtocol;
import akka.persistence.PersistentEnvelope;
import akka.persistence.journal.AsyncWriteJournal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import scriptorium.benchmarks.journal.JournalHost.Tested;
import scriptorium.benchmarks.workload.ClosedLoop;
import scriptorium.benchmarks.workload.Side;

/**
 * Groups of events through the journal's actor, as a persistent actor sends them: it hears each
 * event's answer on its own thread and writes again with the last.
 */
public final class ActorGroups implements Side {

  private final String title;
  private final String persistenceId;
  private final ActorRef journal;
  private final AsyncWriteJournal plugin; // while its actor has nothing to do
  private final ActorRef writer;
  private final AtomicReference<Group> underWay = new AtomicReference<>();
  private final AtomicLong nextNumber;

  /** A group that was sent, and whom its last event's answer is for. */
  private record Group(long lastNumber, int events, CompletableFuture<Integer> answered) {}

  private ActorGroups(
      String title, String persistenceId, JournalHost host, AsyncWriteJournal plugin, long next) {
    this.title = title;
    this.persistenceId = persistenceId;
    this.journal = host.journal(Tested.EMBEDDED);
    this.plugin = plugin;
    this.nextNumber = new AtomicLong(next);
    this.writer =
        host.system()
            .actorOf(
                Props.create(Writer.class, () -> new Writer(underWay))
                    .withDispatcher(JournalHost.PINNED));
  }

  /** Claims a log of its own. */
  public static ActorGroups open(String title, String persistenceId, JournalHost host)
      throws InterruptedException, ExecutionException, TimeoutException {
    AsyncWriteJournal plugin = host.plugin(Tested.EMBEDDED);
    Object highest = PluginGroups.await(plugin.asyncReadHighestSequenceNr(persistenceId, 0));
    return new ActorGroups(title, persistenceId, host, plugin, (Long) highest + 1);
  }

  /** Hears the answers. */
  private static final class Writer extends AbstractActor {
    private final AtomicReference<@Nullable Group> underWay;

    Writer(AtomicReference<Group> underWay) {
      this.underWay = underWay;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .match(JournalProtocol.WriteMessageSuccess.class, this::written)
          .match(JournalProtocol.WriteMessageFailure.class, failed -> failed(failed.cause()))
          .match(JournalProtocol.WriteMessageRejected.class, rejected -> failed(rejected.cause()))
          .matchAny(other -> {})
          .build();
    }

    private void written(JournalProtocol.WriteMessageSuccess success) {
      Group group = underWay.get();
      if (group != null && success.persistent().sequenceNr() == group.lastNumber()) {
        group.answered().complete(group.events());
      }
    }

    private void failed(Throwable cause) {
      Group group = underWay.get();
      if (group != null) {
        group.answered().completeExceptionally(cause);
      }
    }
  }

  @Override
  public String name() {
    return title;
  }

  @Override
  public Measured measure(int events, Duration length)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ClosedLoop.run(1, events, length, nextNumber, first -> write(first, events));
  }

  private CompletionStage<Integer> write(long firstNumber, int events) {
    CompletableFuture<Integer> answered = new CompletableFuture<>();
    underWay.set(new Group(firstNumber + events - 1, events, answered));
    PersistentEnvelope group = Groups.write(persistenceId, firstNumber, events);
    journal.tell(new JournalProtocol.WriteMessages(Groups.only(group), writer, 1), writer);
    return answered;
  }

  @Override
  public void clear() throws InterruptedException, ExecutionException, TimeoutException {
    Object unused =
        PluginGroups.await(plugin.asyncDeleteMessagesTo(persistenceId, nextNumber.get() - 1));
  }
}
