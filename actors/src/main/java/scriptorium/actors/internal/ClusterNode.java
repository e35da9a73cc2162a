package scriptorium.actors.internal;

import akka.Done;
import akka.actor.ActorSelection;
import akka.actor.Address;
import akka.actor.RootActorPath;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.AskPattern;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.Mutation;
import scriptorium.actors.MutationType;
import scriptorium.actors.Outcome;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StoreCommand;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.actors.internal.ClusterMessage.Announced;
import scriptorium.actors.internal.ClusterMessage.RemoteCancel;
import scriptorium.actors.internal.ClusterMessage.RemoteOutcome;
import scriptorium.actors.internal.ClusterMessage.RemoteQuestion;
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

  private final StoreSettings settings;
  private final NodeView view;
  private final Map<String, MutationType<?, ?>> typesById = new HashMap<>();
  private final RoutedWrites routed;
  private final RoutedQuestions questions;
  private final RemoteCalls remoteCalls = new RemoteCalls();
  private @Nullable Announced writer;
  private @Nullable OpenStore open;
  private @Nullable ActorRef<HostMessage> host;

  private ClusterNode(ActorContext<ClusterMessage> context, StoreSettings settings, NodeView view) {
    super(context);
    this.settings = settings;
    this.view = view;
    settings.mutationTypes().forEach(type -> typesById.put(type.id(), type));
    this.routed = new RoutedWrites(context.getSelf(), settings.cluster());
    this.questions =
        new RoutedQuestions(context.getSelf(), patience(), settings.cluster().resendAfter());
    view.setElsewhere(
        new Routing(
            context.getSelf(), view, settings, context.getSystem().executionContext()::execute));
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
        .onMessage(RemoteCancel.class, this::onRemoteCancel)
        .onMessage(RemoteReply.class, this::onRemoteReply)
        .onMessage(RemoteQuestion.class, this::onRemoteQuestion)
        .onMessage(RemoteOutcome.class, this::onRemoteOutcome)
        .onMessage(ClusterMessage.Answered.class, this::onAnswered)
        .onMessage(ClusterMessage.HostGone.class, this::onHostGone)
        .onMessage(ClusterMessage.Asked.class, this::onAsked)
        .onMessage(ClusterMessage.Tick.class, tick -> onTick())
        .onSignal(PostStop.class, stopped -> onPostStop())
        .build();
  }

  private Behavior<ClusterMessage> onOpened(ClusterMessage.Opened opened) {
    open = opened.store();
    host = opened.host();
    view.setOpen(opened.store());
    getContext().watchWith(opened.host(), new ClusterMessage.HostGone(opened.host()));
    return this;
  }

  private Behavior<ClusterMessage> onHostGone(ClusterMessage.HostGone gone) {
    if (gone.host().equals(host)) {
      host = null;
      open = null;
    }
    return this;
  }

  /** How long a question may take: as long as a write may wait, and the journal after it. */
  private Duration patience() {
    return settings.write().queueTimeout().plus(settings.write().journalTimeout());
  }

  // ---- this node's writes

  private Behavior<ClusterMessage> onRoute(ClusterMessage.Route route) {
    routed.add(route.write(), System.nanoTime());
    return this;
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
              Optional.empty(),
              Optional.empty()));
      routed.writerIs(announced, System.nanoTime());
    }
    return this;
  }

  private Behavior<ClusterMessage> onRemoteReply(RemoteReply reply) {
    routed.onReply(reply, System.nanoTime());
    return this;
  }

  private Behavior<ClusterMessage> onRemoteOutcome(RemoteOutcome answer) {
    questions.onOutcome(answer);
    return this;
  }

  private Behavior<ClusterMessage> onTick() {
    long now = System.nanoTime();
    StoreStatus status = view.status();
    routed.giveUpOverdue(now, status.phase(), "no writer took it in time: " + status.detail());
    routed.sendDue(now);
    questions.tick(writer == null ? null : writer.node(), status, now);
    announce();
    return this;
  }

  private Behavior<ClusterMessage> onPostStop() {
    routed.giveUpAll(StorePhase.STOPPED, "this node has stopped");
    questions.giveUpAll(view.status());
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
    Set<Address> members = new HashSet<>();
    for (Member member : Cluster.get(getContext().getSystem()).state().getMembers()) {
      ActorSelection node =
          Adapter.toClassic(getContext().getSystem())
              .actorSelection(
                  new RootActorPath(member.address(), "/").toString() + path().substring(1));
      node.tell(announced, akka.actor.ActorRef.noSender());
      members.add(member.address());
    }
    remoteCalls.keepOnly( // a node's own reference has no host and port
        node -> node.path().address().hasLocalScope() || members.contains(node.path().address()));
  }

  private Behavior<ClusterMessage> onRemoteWrite(RemoteWrite write) {
    if (remoteCalls.see(write.replyTo(), write.call(), write.oldestOpen())
        != RemoteCalls.Seen.NEW) {
      return this;
    }
    MutationType<?, ?> type = typesById.get(write.typeId());
    if (type == null) {
      refuse(
          write,
          "mutation type is not registered on the writer's node: id="
              + write.typeId()
              + " node="
              + address());
      return this;
    }
    run(write, type);
    return this;
  }

  private void refuse(RemoteWrite write, String message) {
    remoteCalls.answer(write.replyTo(), write.call(), RemoteReplies.refusal(message));
  }

  private <M extends Mutation<T>, T extends @Nullable Object> void run(
      RemoteWrite write, MutationType<M, T> type) {
    ActorRef<ClusterMessage> self = getContext().getSelf();
    int maxBytes = settings.cluster().maxMessageBytes();
    Consumer<WriteReply<T>> reply =
        answer ->
            self.tell(
                new ClusterMessage.Answered(
                    write.replyTo(), write.call(), RemoteReplies.encode(answer, type, maxBytes)));
    OpenStore store = open;
    if (store == null) {
      reply.accept(new WriteReply.NotTheWriter<>(view.status().writer()));
      return;
    }
    M mutation;
    try {
      mutation = type.decode(write.mutation());
    } catch (RuntimeException e) {
      refuse(write, "mutation cannot be decoded: type=" + type.id() + ": " + Refusals.describe(e));
      return;
    }
    store.write(
        new WriteRequest<T>(
            write.txId(), write.label(), mutation, write.queueTimeout(), write.runTimeout()),
        reply);
  }

  private Behavior<ClusterMessage> onAnswered(ClusterMessage.Answered answered) {
    remoteCalls.answer(answered.to(), answered.call(), answered.reply());
    return this;
  }

  private Behavior<ClusterMessage> onRemoteCancel(RemoteCancel cancel) {
    switch (remoteCalls.see(cancel.replyTo(), cancel.call(), cancel.oldestOpen())) {
      case RUNNING -> {
        if (open != null) {
          open.cancel(cancel.txId(), told -> {}); // the write's own answer tells
        }
      }
      case NEW -> // it is never begun, should it still come
          remoteCalls.answer(cancel.replyTo(), cancel.call(), RemoteReplies.neverCame());
      case OVER -> {}
    }
    return this;
  }

  private Behavior<ClusterMessage> onRemoteQuestion(RemoteQuestion question) {
    ActorRef<HostMessage> asked = host;
    if (asked == null) {
      return this; // it is asked again
    }
    var unused =
        AskPattern.<HostMessage, Outcome>ask(
                asked,
                replyTo ->
                    new HostMessage.Asked(new StoreCommand.GetOutcome(question.txId(), replyTo)),
                patience(),
                getContext().getSystem().scheduler())
            .thenAccept(
                outcome -> question.replyTo().tell(new RemoteOutcome(question.call(), outcome)));
    return this;
  }

  private Behavior<ClusterMessage> onAsked(ClusterMessage.Asked asked) {
    if (asked.command() instanceof StoreCommand.Stop stop) {
      Cluster cluster = Cluster.get(getContext().getSystem());
      cluster.manager().tell(new Leave(cluster.selfMember().address()));
      stop.replyTo().tell(Done.getInstance());
      return this;
    }
    long now = System.nanoTime();
    if (asked.command() instanceof StoreCommand.Cancel cancel
        && routed.cancel(cancel.txId(), cancel.replyTo()::tell, now)) {
      return this;
    }
    if (host != null) {
      host.tell(new HostMessage.Asked(asked.command()));
    } else if (asked.command() instanceof StoreCommand.GetOutcome question) {
      questions.add(question, now);
      questions.tick(writer == null ? null : writer.node(), view.status(), now);
    } else {
      new FollowerCommands(view).handle(asked.command());
    }
    return this;
  }

  private String address() {
    return Cluster.get(getContext().getSystem()).selfMember().address().toString();
  }
}
