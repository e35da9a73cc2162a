package scriptorium.benchmarks.journal;

import akka.actor.ActorRef;
import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import akka.persistence.RecoveryCompleted;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import scriptorium.benchmarks.journal.JournalHost.Tested;

/**
 * The same events in two journals, replayed by Akka into an actor that does nothing with them. Used
 * by one thread.
 */
public final class EmptyReplay {

  private static final String PERSISTENCE_ID = "replayed";
  private static final int GROUP_EVENTS = 64;
  private static final int LIMIT_SECONDS = 60;

  private final JournalHost host;
  private final int events;

  /** Of so many events of 300 bytes, in groups of 64. */
  public EmptyReplay(JournalHost host, int events) {
    this.host = host;
    this.events = events;
  }

  /** Writes the events to a journal that has none of them. */
  public void fill(Tested journal)
      throws InterruptedException, ExecutionException, TimeoutException {
    PluginGroups groups = PluginGroups.open(journal.title(), PERSISTENCE_ID, host, journal);
    for (int first = 1; first <= events; first += GROUP_EVENTS) {
      int more = Math.min(GROUP_EVENTS, events + 1 - first);
      Object unused =
          groups.write(first, more).toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Events a second, from the start of an actor until it has all of them. */
  public double run(Tested journal)
      throws InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<Long> recovered = new CompletableFuture<>();
    long start = System.nanoTime();
    ActorRef actor =
        host.system()
            .actorOf(
                Props.create(Idle.class, () -> idle(journal, recovered))
                    .withDispatcher(JournalHost.PINNED));
    long replayed = recovered.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    host.system().stop(actor);
    if (replayed != events) {
      throw new IllegalStateException(
          "events replayed: journal=" + journal + " expected=" + events + " found=" + replayed);
    }
    return events * 1e9 / took.toNanos();
  }

  /** Akka asks an actor for its journal before the actor's own constructor has run. */
  private static Idle idle(Tested journal, CompletableFuture<Long> recovered) {
    return switch (journal) {
      case EMBEDDED -> new OnEmbedded(recovered);
      case LEVEL -> new OnLevel(recovered);
      case ROCKS -> throw new IllegalArgumentException("not replayed: " + journal);
    };
  }

  private static final class OnEmbedded extends Idle {
    OnEmbedded(CompletableFuture<Long> recovered) {
      super(recovered);
    }

    @Override
    public String journalPluginId() {
      return Tested.EMBEDDED.pluginId();
    }
  }

  private static final class OnLevel extends Idle {
    OnLevel(CompletableFuture<Long> recovered) {
      super(recovered);
    }

    @Override
    public String journalPluginId() {
      return Tested.LEVEL.pluginId();
    }
  }

  /** Counts what it is shown. */
  private abstract static class Idle extends AbstractPersistentActor {
    private final CompletableFuture<Long> recovered;
    private long count;

    Idle(CompletableFuture<Long> recovered) {
      this.recovered = recovered;
    }

    @Override
    public String persistenceId() {
      return PERSISTENCE_ID;
    }

    @Override
    public String snapshotPluginId() {
      return "akka.persistence.no-snapshot-store";
    }

    @Override
    public Receive createReceiveRecover() {
      return receiveBuilder()
          .match(byte[].class, event -> count++)
          .match(RecoveryCompleted.class, end -> recovered.complete(count))
          .build();
    }

    @Override
    public void onRecoveryFailure(Throwable cause, scala.Option<Object> event) {
      recovered.completeExceptionally(cause);
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().build();
    }
  }
}
