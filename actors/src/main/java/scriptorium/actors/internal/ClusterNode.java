package scriptorium.actors.internal;

import akka.Done;
import akka.actor.ActorSelection;
import akka.actor.RootActorPath;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.ClusterSingletonSettings;
import akka.cluster.typed.Down;
import akka.cluster.typed.Leave;
import akka.cluster.typed.SingletonActor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.Mutation;
import scriptorium.actors.MutationType;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StoreCommand;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.actors.internal.ClusterMessage.Announced;
import scriptorium.actors.internal.ClusterMessage.RemoteReply;
import scriptorium.actors.internal.ClusterMessage.RemoteWrite;

/**
 * A store's actor on each node of a cluster. The cluster singleton only nominates the node that
 * opens the store; the journal decides who writes. The writer's node announces itself to the
 * others; they send it their writes, again and again with the same txId until one is answered.
 *
 * <pre>
 * this node's writes → pending → RemoteWrite → the writer's ClusterNode → OpenStore.write
 *                                RemoteReply ←
 * </pre>
 */
final class ClusterNode extends AbstractBehavior<ClusterMessage> {

  private static final Duration TICK = Duration.ofMillis(100);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final int LARGEST_MESSAGE = 128 * 1024;

  private final StoreSettings settings;
  private final NodeView view;
  private final Map<String, MutationType<?, ?>> typesById = new HashMap<>();
  private final Map<Long, RoutedWrite<?>> pending = new HashMap<>();
  private long calls;
  private @Nullable Announced writer;
  private @Nullable OpenStore open;
  private @Nullable ActorRef<HostMessage> host;

  private ClusterNode(ActorContext<ClusterMessage> context, StoreSettings settings, NodeView view) {
    super(context);
    this.settings = settings;
    this.view = view;
    settings.mutationTypes().forEach(type -> typesById.put(type.id(), type));
    view.setElsewhere(new Routing(context.getSelf()));
    WarmUp.start();
    nominate();
  }

  static Behavior<StoreCommand> create(StoreSettings settings, NodeView view) {
    return Behaviors.setup(
        context -> {
          ActorRef<ClusterMessage> node = context.spawn(of(settings, view), "node");
          return Behaviors.receiveMessage(
              command -> {
                node.tell(new ClusterMessage.Asked(command));
                return Behaviors.same();
              });
        });
  }

  private static Behavior<ClusterMessage> of(StoreSettings settings, NodeView view) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  timers.startTimerWithFixedDelay(new ClusterMessage.Tick(), TICK);
                  return new ClusterNode(context, settings, view);
                }));
  }

  /** Where a node's actor is found on every node. */
  private String path() {
    return "/system/scriptorium-" + settings.name() + "/node";
  }

  private void nominate() {
    ActorRef<ClusterMessage> self = getContext().getSelf();
    HostWiring wiring =
        new HostWiring(
            address() + " pid=" + ProcessHandle.current().pid(),
            () -> OpenStore.of(getContext().getSystem(), settings),
            (store, opened) -> self.tell(new ClusterMessage.Opened(store, opened)),
            this::leaveAtOnce,
            false);
    ClusterSingletonSettings singleton = ClusterSingletonSettings.create(getContext().getSystem());
    String role =
        getContext()
            .getSystem()
            .settings()
            .config()
            .getString("scriptorium.store.cluster.writer-role");
    ClusterSingleton.get(getContext().getSystem())
        .init(
            SingletonActor.of(
                    StoreHost.create(settings, wiring), "scriptorium-" + settings.name() + "-host")
                .withStopMessage(
                    new HostMessage.StopHost(new java.util.concurrent.CompletableFuture<>()))
                .withSettings(role.isEmpty() ? singleton : singleton.withRole(role)));
  }

  /** A fenced node leaves: the singleton would stay here with nobody writing. */
  private void leaveAtOnce() {
    Cluster cluster = Cluster.get(getContext().getSystem());
    cluster.manager().tell(new Down(cluster.selfMember().address()));
  }

  @Override
  public Receive<ClusterMessage> createReceive() {
    return newReceiveBuilder()
        .onMessage(ClusterMessage.Opened.class, this::onOpened)
        .onMessage(Announced.class, this::onAnnounced)
        .onMessage(ClusterMessage.Route.class, this::onRoute)
        .onMessage(RemoteWrite.class, this::onRemoteWrite)
        .onMessage(RemoteReply.class, this::onRemoteReply)
        .onMessage(ClusterMessage.Asked.class, this::onAsked)
        .onMessage(ClusterMessage.Tick.class, tick -> onTick())
        .build();
  }

  private Behavior<ClusterMessage> onOpened(ClusterMessage.Opened opened) {
    open = opened.store();
    host = opened.host();
    view.setOpen(opened.store());
    return this;
  }

  // ---- this node's writes

  private Behavior<ClusterMessage> onRoute(ClusterMessage.Route route) {
    if (route.write().bytes() > LARGEST_MESSAGE) {
      route.write().tooLarge(LARGEST_MESSAGE);
      return this;
    }
    long call = ++calls;
    pending.put(call, route.write());
    sendDue();
    return this;
  }

  private void sendDue() {
    Announced to = writer;
    if (to == null) {
      return;
    }
    long now = System.nanoTime();
    pending.forEach(
        (call, write) -> {
          if (write.isDue(now, RETRY_AFTER)) {
            to.node().tell(write.toSend(call, now, getContext().getSelf()));
          }
        });
  }

  private Behavior<ClusterMessage> onAnnounced(Announced announced) {
    if (writer != null && announced.epochNumber() < writer.epochNumber()) {
      return this;
    }
    boolean changed = writer == null || announced.epochNumber() != writer.epochNumber();
    writer = announced;
    if (changed) {
      view.setSeen(
          new StoreStatus(
              StorePhase.READY,
              "",
              SequenceNumber.NONE,
              Optional.of(announced.address()),
              Optional.empty()));
      pending.values().forEach(RoutedWrite::sendAgain);
      sendDue();
    }
    return this;
  }

  private Behavior<ClusterMessage> onRemoteReply(RemoteReply reply) {
    RoutedWrite<?> write = pending.get(reply.call());
    if (write != null && !RemoteReplies.isToBeSentAgain(reply.reply())) {
      pending.remove(reply.call());
      write.answer(reply.reply());
    }
    return this;
  }

  private Behavior<ClusterMessage> onTick() {
    long now = System.nanoTime();
    List<Long> over = new ArrayList<>();
    pending.forEach(
        (call, write) -> {
          if (write.isOver(now)) {
            over.add(call);
          }
        });
    over.forEach(
        call -> {
          RoutedWrite<?> write = pending.remove(call);
          if (write != null) {
            write.giveUp();
          }
        });
    sendDue();
    announce();
    return this;
  }

  // ---- the writer's node

  private void announce() {
    OpenStore store = open;
    if (store == null || store.status().phase() != StorePhase.READY) {
      return;
    }
    long epoch = store.status().recovery().map(report -> report.epochNumber().value()).orElse(0L);
    Announced announced = new Announced(epoch, address(), getContext().getSelf());
    for (Member member : Cluster.get(getContext().getSystem()).state().getMembers()) {
      ActorSelection node =
          Adapter.toClassic(getContext().getSystem())
              .actorSelection(
                  new RootActorPath(member.address(), "/").toString() + path().substring(1));
      node.tell(announced, akka.actor.ActorRef.noSender());
    }
  }

  private Behavior<ClusterMessage> onRemoteWrite(RemoteWrite write) {
    MutationType<?, ?> type = typesById.get(write.typeId());
    if (type == null) {
      write
          .replyTo()
          .tell(
              new RemoteReply(
                  write.call(),
                  RemoteReplies.refusal(
                      "mutation type is not registered on the writer's node: id="
                          + write.typeId()
                          + " node="
                          + address())));
      return this;
    }
    run(write, type);
    return this;
  }

  private <M extends Mutation<T>, T extends @Nullable Object> void run(
      RemoteWrite write, MutationType<M, T> type) {
    Consumer<WriteReply<T>> reply =
        answer ->
            write.replyTo().tell(new RemoteReply(write.call(), RemoteReplies.encode(answer, type)));
    OpenStore store = open;
    if (store == null) {
      reply.accept(new WriteReply.NotTheWriter<>(view.status().writer()));
      return;
    }
    M mutation;
    try {
      mutation = type.decode(write.mutation());
    } catch (RuntimeException e) {
      reply.accept(
          new WriteReply.Refused<>(
              Refusals.GENERAL,
              Optional.empty(),
              "mutation cannot be decoded: type=" + type.id() + ": " + Refusals.describe(e)));
      return;
    }
    store.write(
        new WriteRequest<T>(
            write.txId(), write.label(), mutation, write.queueTimeout(), write.runTimeout()),
        reply);
  }

  private Behavior<ClusterMessage> onAsked(ClusterMessage.Asked asked) {
    if (asked.command() instanceof StoreCommand.Stop stop) {
      Cluster cluster = Cluster.get(getContext().getSystem());
      cluster.manager().tell(new Leave(cluster.selfMember().address()));
      stop.replyTo().tell(Done.getInstance());
      return this;
    }
    if (host != null) {
      host.tell(new HostMessage.Asked(asked.command()));
    } else {
      new FollowerCommands(view).handle(asked.command());
    }
    return this;
  }

  private String address() {
    return Cluster.get(getContext().getSystem()).selfMember().address().toString();
  }

  /** Takes the writes of this node's callers. */
  private final class Routing implements StoreDoor.Elsewhere {
    private final ActorRef<ClusterMessage> node;
    private final Map<Class<?>, MutationType<?, ?>> types = new HashMap<>();

    Routing(ActorRef<ClusterMessage> node) {
      this.node = node;
      settings.mutationTypes().forEach(type -> types.put(type.mutationClass(), type));
    }

    @Override
    public <T extends @Nullable Object> void write(
        WriteRequest<T> request, Consumer<WriteReply<T>> replyTo) {
      @SuppressWarnings("unchecked") // a type registered for a mutation's class has its value type
      MutationType<?, T> type = (MutationType<?, T>) types.get(request.mutation().getClass());
      if (type == null) {
        replyTo.accept(new WriteReply.NotTheWriter<>(view.status().writer()));
        return;
      }
      node.tell(
          new ClusterMessage.Route(
              RoutedWrite.of(request, type, settings.write(), System.nanoTime(), replyTo)));
    }
  }
}
