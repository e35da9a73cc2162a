package scriptorium.actors.internal;

import akka.Done;
import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Leave;
import java.time.Duration;
import java.util.HashMap;
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
import scriptorium.actors.internal.ClusterMessage.OpenInstead;
import scriptorium.actors.internal.ClusterMessage.OpenedInstead;
import scriptorium.actors.internal.ClusterMessage.RemoteCancel;
import scriptorium.actors.internal.ClusterMessage.RemoteOutcome;
import scriptorium.actors.internal.ClusterMessage.RemoteQuestion;
import scriptorium.actors.internal.ClusterMessage.RemoteReply;
import scriptorium.actors.internal.ClusterMessage.RemoteWrite;

/**
 * A store's actor on each node of a cluster. The cluster singleton only nominates the node that
 * opens the store, or asks another to where its own program is too old; the journal decides who
 * writes. The writer's node announces itself to the others; they send it their writes, again and
 * again with the same txId until one is answered.
 *
 * <pre>
 * this node's writes → pending → RemoteWrite → the writer's ClusterNode → OpenStore.write
 *                                RemoteReply ←
 * </pre>
 */
final class ClusterNode extends AbstractBehavior<ClusterMessage> {

  private static final Duration TICK = Duration.ofMillis(100);

  /** A writer that has announced itself since then is taken to be there. */
  private static final Duration PRESENT = Duration.ofSeconds(2);

  private static final String WRITER_ROLE = "scriptorium.store.cluster.writer-role";

  private final StoreSettings settings;
  private final NodeView view;
  private final Map<String, MutationType<?, ?>> typesById = new HashMap<>();
  private final RoutedWrites routed;
  private final RoutedQuestions questions;
  private final RemoteCalls remoteCalls = new RemoteCalls();
  private final ClusterMembers members;
  private final StoreOpening opening;
  private @Nullable Announced writer;
  private long announcedNanos;

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
    this.members =
        new ClusterMembers(
            context.getSystem(),
            "/system/scriptorium-" + settings.name() + "/node",
            context.getSystem().settings().config().getString(WRITER_ROLE));
    this.opening = new StoreOpening(context, settings, view, members, this::isWrittenElsewhere);
    WarmUp.start();
    opening.offer();
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

  @Override
  public Receive<ClusterMessage> createReceive() {
    return newReceiveBuilder()
        .onMessage(ClusterMessage.Opened.class, told -> heard(() -> opening.onOpened(told)))
        .onMessage(Announced.class, this::onAnnounced)
        .onMessage(ClusterMessage.Route.class, this::onRoute)
        .onMessage(RemoteWrite.class, this::onRemoteWrite)
        .onMessage(RemoteCancel.class, this::onRemoteCancel)
        .onMessage(RemoteReply.class, this::onRemoteReply)
        .onMessage(RemoteQuestion.class, this::onRemoteQuestion)
        .onMessage(RemoteOutcome.class, this::onRemoteOutcome)
        .onMessage(ClusterMessage.Answered.class, this::onAnswered)
        .onMessage(ClusterMessage.HostGone.class, told -> heard(() -> opening.onHostGone(told)))
        .onMessage(ClusterMessage.Nominated.class, told -> heard(() -> opening.onNominated(told)))
        .onMessage(ClusterMessage.Dismissed.class, told -> heard(opening::onDismissed))
        .onMessage(ClusterMessage.Outdated.class, told -> heard(() -> opening.onOutdated(told)))
        .onMessage(ClusterMessage.Leaving.class, told -> heard(() -> opening.onLeaving(told)))
        .onMessage(OpenInstead.class, asked -> heard(() -> opening.onOpenInstead(asked)))
        .onMessage(OpenedInstead.class, told -> heard(() -> opening.onOpenedInstead(told)))
        .onMessage(ClusterMessage.Asked.class, this::onAsked)
        .onMessage(ClusterMessage.Tick.class, tick -> onTick())
        .onSignal(PostStop.class, stopped -> onPostStop())
        .build();
  }

  private Behavior<ClusterMessage> heard(Runnable effect) {
    effect.run();
    return this;
  }

  /** Whether another node, which may write, has said so lately. */
  private boolean isWrittenElsewhere() {
    return writer != null
        && members.candidates().contains(writer.node().path().address())
        && System.nanoTime() - announcedNanos < PRESENT.toNanos();
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
    announcedNanos = System.nanoTime();
    if (changed) {
      view.setSeen(
          new StoreStatus(
              StorePhase.READY,
              opening.outdated(),
              SequenceNumber.NONE,
              Optional.of(announced.address())));
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
    opening.settle();
    return this;
  }

  private Behavior<ClusterMessage> onPostStop() {
    routed.giveUpAll(StorePhase.STOPPED, "this node has stopped");
    questions.giveUpAll(view.status());
    return this;
  }

  // ---- the writer's node

  private void announce() {
    OpenStore store = opening.store();
    if (store == null || store.status().phase() != StorePhase.READY) {
      return;
    }
    long epoch = store.status().recovery().map(report -> report.epochNumber().value()).orElse(0L);
    Announced announced = new Announced(epoch, address(), getContext().getSelf());
    Set<Address> present = members.addresses();
    present.forEach(address -> members.tell(address, announced));
    remoteCalls.keepOnly( // a node's own reference has no host and port
        node -> node.path().address().hasLocalScope() || present.contains(node.path().address()));
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
    OpenStore store = opening.store();
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
        OpenStore store = opening.store();
        if (store != null) {
          store.cancel(cancel.txId(), told -> {}); // the write's own answer tells
        }
      }
      case NEW -> // it is never begun, should it still come
          remoteCalls.answer(cancel.replyTo(), cancel.call(), RemoteReplies.neverCame());
      case OVER -> {}
    }
    return this;
  }

  private Behavior<ClusterMessage> onRemoteQuestion(RemoteQuestion question) {
    ActorRef<HostMessage> asked = opening.host();
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
    ActorRef<HostMessage> host = opening.host();
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
