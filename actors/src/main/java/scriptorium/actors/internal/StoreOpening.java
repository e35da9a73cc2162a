package scriptorium.actors.internal;

import akka.Done;
import akka.actor.Address;
import akka.actor.AddressFromURIString;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.ClusterSingletonSettings;
import akka.cluster.typed.Down;
import akka.cluster.typed.SingletonActor;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.internal.ClusterMessage.OpenInstead;
import scriptorium.actors.internal.ClusterMessage.OpenedInstead;

/**
 * Whether a node of a cluster opens the store, and what it has opened.
 *
 * <pre>
 * nominated, program new enough                      → opens
 * nominated, program too old for the store's schema  → asks the others, one after another
 * asked, program new enough                          → opens
 * nominated while another writes                     → leaves it alone
 * dismissed, or leaving                              → closes, then says so
 * </pre>
 *
 * <p>Part of the node's actor: used by its thread alone.
 */
final class StoreOpening {

  private final ActorContext<ClusterMessage> context;
  private final StoreSettings settings;
  private final NodeView view;
  private final ClusterMembers members;
  private final BooleanSupplier writtenElsewhere;
  private final Nomination nomination;
  private @Nullable ActorRef<HostMessage> host;
  private @Nullable OpenStore store;
  private @Nullable ActorRef<WriterSeat.Message> seat;
  private @Nullable CompletableFuture<Done> leaving;
  private boolean closed; // the store is not to be opened here any more
  private int hosts;

  StoreOpening(
      ActorContext<ClusterMessage> context,
      StoreSettings settings,
      NodeView view,
      ClusterMembers members,
      BooleanSupplier writtenElsewhere) {
    this.context = context;
    this.settings = settings;
    this.view = view;
    this.members = members;
    this.writtenElsewhere = writtenElsewhere;
    this.nomination = new Nomination(new Asking());
  }

  /** The actor of the store that is open here, or opens; null for none. */
  @Nullable ActorRef<HostMessage> host() {
    return host;
  }

  /** The store that is open here; null for none. */
  @Nullable OpenStore store() {
    return store;
  }

  /** Why this node's program does not write; empty where it may. */
  String outdated() {
    return nomination.isOutdated() ? nomination.detail() : "";
  }

  /** Stands for nomination by the cluster. */
  void offer() {
    ActorRef<ClusterMessage> self = context.getSelf();
    ClusterSingletonSettings singleton = ClusterSingletonSettings.create(context.getSystem());
    String role = members.writerRole();
    ClusterSingleton.get(context.getSystem())
        .init(
            SingletonActor.of(WriterSeat.of(self), "scriptorium-" + settings.name() + "-seat")
                .withStopMessage(WriterSeat.Message.LEAVE)
                .withSettings(role.isEmpty() ? singleton : singleton.withRole(role)));
    CoordinatedShutdown.get(context.getSystem())
        .addTask(
            CoordinatedShutdown.PhaseClusterShardingShutdownRegion(),
            "scriptorium-" + settings.name(),
            () -> {
              CompletableFuture<Done> over = new CompletableFuture<>();
              self.tell(new ClusterMessage.Leaving(over));
              return over;
            });
  }

  /** A fenced node leaves: the singleton would stay here with nobody writing. */
  private void leaveAtOnce() {
    Cluster cluster = Cluster.get(context.getSystem());
    cluster.manager().tell(new Down(cluster.selfMember().address()));
  }

  void onNominated(ClusterMessage.Nominated nominated) {
    seat = nominated.seat();
    settle();
  }

  /** On the nominated node: the store is open here, or where a newer program is. */
  void settle() {
    if (seat == null || host != null || closed) {
      return;
    }
    if (nomination.isOutdated()) {
      nomination.tick(System.nanoTime());
      tellOutdated();
    } else if (!writtenElsewhere.getAsBoolean()) {
      open();
    }
  }

  private void open() {
    ActorRef<ClusterMessage> self = context.getSelf();
    HostWiring wiring =
        new HostWiring(
            address() + " pid=" + ProcessHandle.current().pid(),
            () -> OpenStore.of(context.getSystem(), settings),
            (opened, opening) -> self.tell(new ClusterMessage.Opened(opened, opening)),
            this::leaveAtOnce,
            Optional.of(
                newer ->
                    self.tell(new ClusterMessage.Outdated(newer.storeVersion(), newer.reason()))),
            false);
    ActorRef<HostMessage> spawned =
        context.spawn(StoreHost.create(settings, wiring), "host-" + hosts++);
    host = spawned;
    context.watchWith(spawned, new ClusterMessage.HostGone(spawned));
  }

  void onOpened(ClusterMessage.Opened opened) {
    store = opened.store();
    view.setOpen(opened.store());
  }

  void onOutdated(ClusterMessage.Outdated outdated) {
    nomination.outdated(outdated.storeVersion(), outdated.reason(), System.nanoTime());
    store = null;
    view.setOpen(null);
    tellOutdated();
  }

  private void tellOutdated() {
    if (!writtenElsewhere.getAsBoolean()) {
      view.setSeen(
          new StoreStatus(
              StorePhase.OUTDATED, nomination.detail(), SequenceNumber.NONE, Optional.empty()));
    }
  }

  void onHostGone(ClusterMessage.HostGone gone) {
    if (gone.host().equals(host)) {
      host = null;
      store = null;
      closed |= !nomination.isOutdated();
      if (closed) {
        vacate();
      } else {
        settle();
      }
    }
  }

  private void vacate() {
    if (seat != null) {
      seat.tell(WriterSeat.Message.VACATED);
    }
    if (leaving != null) {
      leaving.complete(Done.getInstance());
    }
  }

  void onDismissed() {
    close();
  }

  /** A nominated node goes on until it is dismissed: the next is nominated at once then. */
  void onLeaving(ClusterMessage.Leaving told) {
    if (seat == null) {
      leaving = told.closed();
      close();
    } else {
      told.closed().complete(Done.getInstance());
    }
  }

  private void close() {
    closed = true;
    if (host != null) {
      host.tell(new HostMessage.StopHost(new CompletableFuture<>()));
    } else {
      vacate();
    }
  }

  void onOpenInstead(OpenInstead asked) {
    if (host == null
        && !closed
        && !nomination.isOutdated()
        && mayWrite(asked.storeVersion())
        && !writtenElsewhere.getAsBoolean()) {
      open();
    }
    OpenStore opened = store;
    boolean isOpen = host != null && (opened == null || !isOver(opened.status().phase()));
    asked.replyTo().tell(new OpenedInstead(isOpen, address(), newestScript()));
  }

  private static boolean isOver(StorePhase phase) {
    return switch (phase) {
      case FENCED, POISONED, OUTDATED, STOPPED -> true;
      case STARTING, RESTORING, REPLAYING, READY, BACKING_OFF -> false;
    };
  }

  /** Without numbered scripts a program leaves the schema as it is. */
  private boolean mayWrite(int storeVersion) {
    int newest = newestScript();
    return newest == 0
        || newest >= storeVersion
        || settings.downgrade() == StoreSettings.Downgrade.RUN;
  }

  private int newestScript() {
    return settings.schema().stream()
        .mapToInt(script -> script.version().orElse(0))
        .max()
        .orElse(0);
  }

  void onOpenedInstead(OpenedInstead answer) {
    nomination.answered(
        AddressFromURIString.parse(answer.address()),
        answer.open(),
        answer.programVersion(),
        System.nanoTime());
  }

  /** How others are asked to open the store. */
  private final class Asking implements Nomination.Members {
    @Override
    public List<Address> candidates() {
      return members.candidates();
    }

    @Override
    public void ask(Address member, int storeVersion) {
      members.tell(member, new OpenInstead(storeVersion, context.getSelf()));
    }
  }

  private String address() {
    return Cluster.get(context.getSystem()).selfMember().address().toString();
  }
}
