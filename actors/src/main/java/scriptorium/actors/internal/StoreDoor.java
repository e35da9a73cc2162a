package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.OpenView;
import scriptorium.actors.ReadReply;
import scriptorium.actors.ReadRequest;
import scriptorium.actors.StoreCommand;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;

/**
 * How the façade reaches its store: directly, without a message, while the store is open on this
 * node; by the node's actor otherwise. Safe for use by any thread.
 */
public final class StoreDoor {

  private final ActorRef<StoreCommand> node;
  private final NodeView view;
  private final StoreDataSource dataSource;

  private StoreDoor(ActorRef<StoreCommand> node, NodeView view, StoreSettings settings) {
    this.node = node;
    this.view = view;
    this.dataSource = new StoreDataSource(view, settings.read());
  }

  /** A store of its own. */
  public static StoreDoor alone(
      ActorSystem<?> system, StoreSettings settings, InstantSource clock) {
    NodeView view = new NodeView();
    OpenStore store = OpenStore.of(system, settings, clock);
    view.setOpen(store);
    ActorRef<StoreCommand> node =
        system.systemActorOf(
            StoreNode.alone(settings, store), "scriptorium-" + settings.name(), Props.empty());
    return new StoreDoor(node, view, settings);
  }

  /** The store of a cluster, as seen from this node. */
  public static StoreDoor clustered(ActorSystem<?> system, StoreSettings settings) {
    OpenStore.checkReaders(settings);
    NodeView view = new NodeView();
    ActorRef<StoreCommand> node =
        system.systemActorOf(
            ClusterNode.create(settings, view), "scriptorium-" + settings.name(), Props.empty());
    return new StoreDoor(node, view, settings);
  }

  /** Writes on this node where it writes, else through the node's actor. */
  public <T extends @Nullable Object> void write(
      WriteRequest<T> request, Consumer<WriteReply<T>> replyTo) {
    OpenStore open = view.open();
    if (open != null) {
      open.write(request, replyTo);
    } else {
      view.elsewhere().write(request, replyTo);
    }
  }

  /** The time of a new txId. */
  public Instant now() {
    OpenStore open = view.open();
    return open == null ? Instant.now() : open.txClock().now();
  }

  /**
   * Reads on this node where it writes.
   *
   * @return what cancels the read
   */
  public <T extends @Nullable Object> Runnable read(
      ReadRequest<T> request, Consumer<ReadReply<T>> replyTo) {
    OpenStore open = view.open();
    if (open != null) {
      return open.reads().read(request, replyTo);
    }
    replyTo.accept(Reads.notHere(view.status()));
    return () -> {};
  }

  /** Reads on this node where it writes, on the calling thread. */
  public <T extends @Nullable Object> ReadReply<T> readHere(ReadRequest<T> request) {
    OpenStore open = view.open();
    return open != null ? open.reads().readHere(request) : Reads.notHere(view.status());
  }

  /** What is kept open on this node. */
  public List<OpenView> openViews() {
    OpenStore open = view.open();
    return open != null ? open.reads().openViews() : List.of();
  }

  /** Reads on this node where it writes, over JDBC. */
  public DataSource dataSource() {
    return dataSource;
  }

  public StoreStatus status() {
    return view.status();
  }

  public CompletionStage<StoreStatus> ready() {
    return view.ready();
  }

  public ActorRef<StoreCommand> ref() {
    return node;
  }

  /** Where writes go that this node does not run itself. */
  interface Elsewhere {
    <T extends @Nullable Object> void write(
        WriteRequest<T> request, Consumer<WriteReply<T>> replyTo);
  }
}
