package scriptorium.actors;

import akka.actor.AbstractActor;
import akka.actor.AbstractExtensionId;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import akka.persistence.DeleteSnapshotFailure;
import akka.persistence.DeleteSnapshotsFailure;
import akka.persistence.Persistence;
import akka.persistence.SaveSnapshotFailure;
import akka.persistence.SnapshotProtocol;
import akka.persistence.SnapshotSelectionCriteria;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import scriptorium.persistence.codec.SnapshotPart;

/**
 * The embedded snapshot store with faults put in front of it: Akka's protocol passes through until
 * a {@link Faults} says otherwise.
 */
final class FaultySnapshots extends AbstractActor {

  private static final String REAL =
      """
      real-snapshots {
        class = "scriptorium.persistence.files.FileSnapshotStore"
        io-dispatcher {
          type = Dispatcher
          executor = "thread-pool-executor"
          thread-pool-executor.fixed-pool-size = 1
        }
      }
      scriptorium.store.snapshot.store-timeout = 20s
      """;

  /** In the place of the embedded store: the store under test takes it for that. */
  static final String EMBEDDED =
      REAL + "scriptorium.snapshot-store.class = \"scriptorium.actors.FaultySnapshots\"\n";

  /** As a store of somebody else's, that cannot be asked what it holds. */
  static final String FOREIGN =
      REAL
          + """
          test-snapshots.class = "scriptorium.actors.FaultySnapshots"
          scriptorium.store.snapshot-plugin = "test-snapshots"
          """;

  /** What goes wrong with the requests to come of an actor system's snapshot store. */
  static final class Faults implements Extension {

    private static final AbstractExtensionId<Faults> ID =
        new AbstractExtensionId<>() {
          @Override
          public Faults createExtension(ExtendedActorSystem system) {
            return new Faults();
          }
        };

    private @Nullable Fault fault;
    private int countdown;
    private boolean hanging;
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    private CountDownLatch met = new CountDownLatch(1);
    private volatile long largestEntry = Long.MAX_VALUE;
    private volatile boolean oneEntryAnId;

    static Faults of(StoreFixture store) {
      return of(store.system().classicSystem());
    }

    private static Faults of(ActorSystem system) {
      return ID.get(system);
    }

    /** This happens to the request after so many others; the latch falls when it does. */
    synchronized CountDownLatch after(int requests, Fault next) {
      fault = next;
      countdown = requests;
      met = new CountDownLatch(1);
      return met;
    }

    /** Nothing goes wrong any more; what hangs stays without an answer. */
    synchronized void none() {
      fault = null;
      hanging = false;
    }

    /** Nothing goes wrong any more; what hangs is done and answered. */
    void goOn() {
      none();
      held.forEach(Runnable::run);
      held.clear();
    }

    /** Larger entries are refused. */
    void refuseAbove(long bytes) {
      largestEntry = bytes;
    }

    /** A saved entry replaces the one before of the same id, whatever its number. */
    void keepOneEntryAnId() {
      oneEntryAnId = true;
    }

    private synchronized @Nullable Fault next() {
      if (hanging) {
        return Fault.HANG;
      }
      if (fault == null || countdown-- > 0) {
        return null;
      }
      Fault now = fault;
      fault = null;
      hanging = now == Fault.HANG;
      met.countDown();
      return now;
    }
  }

  /** What may happen to a request. */
  enum Fault {
    /** It fails, and nothing is done. */
    FAIL,
    /** It is done, and answered as failed. */
    FAIL_AFTER,
    /** It is not done and not answered, nor any after it. */
    HANG,
    /** What is saved is not what was to be saved. */
    DAMAGE
  }

  private final Faults faults = Faults.of(getContext().getSystem());
  private final ActorRef real =
      Persistence.get(getContext().getSystem())
          .snapshotStoreFor("real-snapshots", ConfigFactory.empty());

  @Override
  public Receive createReceive() {
    return receiveBuilder().match(SnapshotProtocol.Request.class, this::onRequest).build();
  }

  private void onRequest(SnapshotProtocol.Request request) {
    Fault fault = asksForNothing(request) ? null : faults.next();
    if (fault == null) {
      pass(request);
      return;
    }
    switch (fault) {
      case FAIL -> fail(request, new IOException("simulated: the disk is gone"));
      case FAIL_AFTER -> {
        real.tell(request, getContext().getSystem().deadLetters());
        fail(request, new IOException("simulated: the answer is lost"));
      }
      case HANG -> {
        ActorRef sender = getSender();
        faults.held.add(() -> real.tell(request, sender));
      }
      case DAMAGE -> real.tell(damaged(request), getSender());
    }
  }

  /** Akka loads before it saves or deletes, too, and says that it wants none. */
  private static boolean asksForNothing(SnapshotProtocol.Request request) {
    return request instanceof SnapshotProtocol.LoadSnapshot load
        && load.criteria().maxSequenceNr() == 0;
  }

  private void pass(SnapshotProtocol.Request request) {
    if (request instanceof SnapshotProtocol.SaveSnapshot save
        && save.snapshot() instanceof SnapshotPart part) {
      if (part.bytes().length > faults.largestEntry) {
        fail(request, new IOException("simulated: entry too large"));
        return;
      }
      if (faults.oneEntryAnId) {
        real.tell(
            new SnapshotProtocol.DeleteSnapshots(
                save.metadata().persistenceId(), SnapshotSelectionCriteria.latest()),
            getContext().getSystem().deadLetters());
      }
    }
    real.tell(request, getSender());
  }

  private void fail(SnapshotProtocol.Request request, IOException cause) {
    Object answer;
    if (request instanceof SnapshotProtocol.SaveSnapshot save) {
      answer = new SaveSnapshotFailure(save.metadata(), cause);
    } else if (request instanceof SnapshotProtocol.DeleteSnapshot delete) {
      answer = new DeleteSnapshotFailure(delete.metadata(), cause);
    } else if (request instanceof SnapshotProtocol.DeleteSnapshots delete) {
      answer = new DeleteSnapshotsFailure(delete.criteria(), cause);
    } else {
      answer = new SnapshotProtocol.LoadSnapshotFailed(cause);
    }
    getSender().tell(answer, getSelf());
  }

  private static SnapshotProtocol.Request damaged(SnapshotProtocol.Request request) {
    if (request instanceof SnapshotProtocol.SaveSnapshot save
        && save.snapshot() instanceof SnapshotPart part) {
      byte[] bytes = part.bytes().clone();
      bytes[bytes.length / 2] ^= 1;
      return new SnapshotProtocol.SaveSnapshot(save.metadata(), new SnapshotPart(bytes));
    }
    throw new IllegalStateException("only what is saved can be damaged: request=" + request);
  }
}
