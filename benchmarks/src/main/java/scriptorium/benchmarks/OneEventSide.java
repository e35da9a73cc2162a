package scriptorium.benchmarks;

import akka.Done;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import scriptorium.benchmarks.workload.ClosedLoop;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Side;

/** The plain event-sourced actor, on the journal plugin that the store uses, in its own folder. */
final class OneEventSide implements Side {

  private static final String PERSISTENCE_ID = "one-event";

  private final BareDatabase database;
  private final ActorRef<OneEventBehavior.Insert> actor;
  private final AtomicLong nextId = new AtomicLong();

  /**
   * Starts the actor, which lives as long as the actor system.
   *
   * @param database empty, committing each statement; the actor's while a measurement runs
   */
  OneEventSide(ActorSystem<?> system, BareDatabase database) {
    this.database = database;
    this.actor =
        system.systemActorOf(
            new OneEventBehavior(PERSISTENCE_ID, database), PERSISTENCE_ID, Props.empty());
  }

  @Override
  public String name() {
    return ONE_EVENT;
  }

  @Override
  public Measured measure(int outstanding, Duration length)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ClosedLoop.run(
        outstanding, 1, length, nextId, id -> insert(Parcel.of(id)).thenApply(done -> 1));
  }

  private CompletionStage<Done> insert(Parcel parcel) {
    CompletableFuture<Done> done = new CompletableFuture<>();
    actor.tell(new OneEventBehavior.Insert(parcel, done));
    return done;
  }

  @Override
  public void clear() throws SQLException {
    database.clear();
  }
}
