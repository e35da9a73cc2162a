package scriptorium.actors.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.cluster.sbr.SplitBrainResolver;
import akka.testkit.javadsl.TestKit;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class QuickResolverTest {

  private final ActorSystem system =
      ActorSystem.create("quick", ConfigFactory.parseString("akka.loglevel = WARNING"));
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();

  /** In the place of Akka's resolver: tells what it hears. */
  private static final class Listener extends AbstractActor {
    private final BlockingQueue<Object> heard;

    Listener(BlockingQueue<Object> heard) {
      this.heard = heard;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(heard::add).build();
    }
  }

  @AfterEach
  void end() {
    TestKit.shutdownActorSystem(system);
  }

  private ActorRef start() {
    return system.actorOf(
        QuickResolver.props(Props.create(Listener.class, () -> new Listener(heard))));
  }

  @Test
  void letsTheResolverLookForADecisionAgainAndAgain() throws InterruptedException {
    start();

    for (int look = 0; look < 5; look++) {
      assertEquals(SplitBrainResolver.Tick$.MODULE$, heard.poll(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void passesOnWhatTheClusterTellsTheResolver() throws InterruptedException {
    ActorRef resolver = start();

    resolver.tell("a member is unreachable", ActorRef.noSender());

    @Nullable Object next = heard.poll(10, TimeUnit.SECONDS);
    while (next == SplitBrainResolver.Tick$.MODULE$) {
      next = heard.poll(10, TimeUnit.SECONDS);
    }
    assertNotNull(next);
    assertEquals("a member is unreachable", next);
  }
}
