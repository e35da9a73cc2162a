package scriptorium.actors;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.cluster.typed.Join;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Nodes of one cluster in one JVM, each an actor system on 127.0.0.1, over one folder. */
final class ClusterFixture implements AutoCloseable {

  private static final String SETTINGS =
      """
      akka {
        actor.provider = cluster
        loglevel = WARNING
        stdout-loglevel = OFF
        loggers = ["akka.event.slf4j.Slf4jLogger"]
        logging-filter = "akka.event.slf4j.Slf4jLoggingFilter"
        remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
        coordinated-shutdown { exit-jvm = off, run-by-jvm-shutdown-hook = off }
        cluster {
          jmx.multi-mbeans-in-same-jvm = on
          gossip-interval = 50ms
          leader-actions-interval = 50ms
          unreachable-nodes-reaper-interval = 50ms
          failure-detector { heartbeat-interval = 250ms, acceptable-heartbeat-pause = 3s }
          downing-provider-class = "scriptorium.actors.cluster.QuickResolverProvider"
          down-removal-margin = 1ms
          split-brain-resolver.stable-after = 10s
          split-brain-resolver.down-all-when-unstable = off
          singleton.hand-over-retry-interval = 100ms
        }
      }
      scriptorium.journal.lock = shared
      """;

  private final Path folder;
  private final UnaryOperator<StoreSettings> change;
  private final List<Node> nodes = new ArrayList<>();

  /** One of them. */
  record Node(ActorSystem<Void> system, Store store) {
    String address() {
      return Cluster.get(system).selfMember().address().toString();
    }

    WriteReply<Integer> write(String sql) {
      return StoreFixture.get(
          store.write("test", connection -> StoreFixture.update(connection, sql)));
    }

    List<String> rows(String sql) {
      return StoreFixture.get(store.read(connection -> StoreFixture.rows(connection, sql)))
          .orThrow()
          .value();
    }
  }

  ClusterFixture(Path folder, UnaryOperator<StoreSettings> change) {
    this.folder = folder;
    this.change = change;
  }

  /** A further node, ready. */
  Node join() {
    return join("", change);
  }

  /** A further node with settings of its own, ready. */
  Node join(String overrides, UnaryOperator<StoreSettings> ownChange) {
    Config config =
        ConfigFactory.parseString(
                "scriptorium.data-dir = \"" + folder + "\"\n" + SETTINGS + overrides)
            .withFallback(ConfigFactory.load());
    ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "cluster-test", config);
    Cluster cluster = Cluster.get(system);
    ActorSystem<Void> first = nodes.isEmpty() ? system : nodes.get(0).system();
    cluster.manager().tell(new Join(Cluster.get(first).selfMember().address()));
    await(() -> cluster.selfMember().status() == akka.cluster.MemberStatus.up());
    Node node = new Node(system, Store.join(system, ownChange.apply(StoreSettings.load(config))));
    nodes.add(node);
    StoreFixture.get(node.store().ready());
    return node;
  }

  /** Takes a node away without its being asked. */
  void down(Node node, Node by) {
    Cluster.get(by.system())
        .manager()
        .tell(new Down(Cluster.get(node.system()).selfMember().address()));
    end(node);
  }

  /** Ends a node in good order. */
  void end(Node node) {
    nodes.remove(node);
    ActorTestKit.shutdown(node.system());
  }

  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("did not come true", new TimeoutException());
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  @Override
  public void close() {
    List.copyOf(nodes).forEach(this::end);
  }
}
