package scriptorium.drills.failover.node;

import akka.actor.typed.Behavior;
import akka.actor.typed.eventstream.EventStream;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import java.io.PrintStream;
import scriptorium.actors.RecoveryReport;
import scriptorium.actors.StoreEvent;
import scriptorium.drills.failover.process.EventLine;

/** Tells the drill, line by line, what this node sees of the cluster and what its store does. */
final class NodeEvents {

  private final PrintStream out;

  private NodeEvents(PrintStream out) {
    this.out = out;
  }

  /** The node's first actor. */
  static Behavior<Void> create(PrintStream out) {
    NodeEvents events = new NodeEvents(out);
    return Behaviors.setup(
        context -> {
          events.subscribe(context);
          return Behaviors.empty();
        });
  }

  private void subscribe(ActorContext<Void> context) {
    var members = context.spawn(members(), "member-events");
    Cluster.get(context.getSystem())
        .subscriptions()
        .tell(new Subscribe<>(members, ClusterEvent.ClusterDomainEvent.class));
    var store = context.spawn(store(), "store-events");
    context.getSystem().eventStream().tell(new EventStream.Subscribe<>(StoreEvent.class, store));
  }

  private Behavior<ClusterEvent.ClusterDomainEvent> members() {
    return Behaviors.receive(ClusterEvent.ClusterDomainEvent.class)
        .onMessage(ClusterEvent.MemberUp.class, e -> member("UP", e.member()))
        .onMessage(ClusterEvent.UnreachableMember.class, e -> member("UNREACHABLE", e.member()))
        .onMessage(ClusterEvent.ReachableMember.class, e -> member("REACHABLE", e.member()))
        .onMessage(ClusterEvent.MemberDowned.class, e -> member("DOWNED", e.member()))
        .onMessage(ClusterEvent.MemberRemoved.class, e -> member("REMOVED", e.member()))
        .onAnyMessage(e -> Behaviors.same())
        .build();
  }

  private Behavior<ClusterEvent.ClusterDomainEvent> member(String kind, Member member) {
    String port = String.valueOf(member.address().port().get());
    EventLine.print(
        out, kind, "port", port, "uid", String.valueOf(member.uniqueAddress().longUid()));
    return Behaviors.same();
  }

  private Behavior<StoreEvent> store() {
    return Behaviors.receive(StoreEvent.class)
        .onMessage(StoreEvent.PhaseChanged.class, this::phase)
        .onMessage(StoreEvent.BecameReady.class, this::ready)
        .onMessage(StoreEvent.SnapshotSaved.class, this::saved)
        .onMessage(StoreEvent.SnapshotFailed.class, this::failed)
        .onMessage(StoreEvent.SnapshotSkipped.class, this::skipped)
        .build();
  }

  private Behavior<StoreEvent> phase(StoreEvent.PhaseChanged event) {
    EventLine.print(out, "PHASE", "phase", event.phase().name(), "detail", event.detail());
    return Behaviors.same();
  }

  private Behavior<StoreEvent> ready(StoreEvent.BecameReady event) {
    RecoveryReport report = event.report();
    long started = EventLine.micros(report.startedAt());
    EventLine.print(
        out,
        "READY",
        "startedAt",
        String.valueOf(started),
        "snapshot",
        report.snapshotNumber().toString(),
        "restoredRows",
        String.valueOf(report.restoredRows()),
        "restoringMicros",
        String.valueOf(report.restoring().toNanos() / 1000),
        "replayedEvents",
        String.valueOf(report.replayedEvents()),
        "replayingMicros",
        String.valueOf(report.replaying().toNanos() / 1000),
        "epochNumber",
        report.epochNumber().toString(),
        "totalMicros",
        String.valueOf(report.total().toNanos() / 1000));
    return Behaviors.same();
  }

  private Behavior<StoreEvent> saved(StoreEvent.SnapshotSaved event) {
    EventLine.print(
        out,
        "SNAPSHOT",
        "number",
        event.sequenceNumber().toString(),
        "bytes",
        String.valueOf(event.snapshotBytes()),
        "millis",
        String.valueOf(event.took().toMillis()));
    return Behaviors.same();
  }

  private Behavior<StoreEvent> failed(StoreEvent.SnapshotFailed event) {
    EventLine.print(out, "SNAPSHOT_FAILED", "detail", event.reason());
    return Behaviors.same();
  }

  private Behavior<StoreEvent> skipped(StoreEvent.SnapshotSkipped event) {
    EventLine.print(out, "SNAPSHOT_SKIPPED", "detail", event.reason());
    return Behaviors.same();
  }
}
