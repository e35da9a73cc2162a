package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scriptorium.actors.internal.ClusterMessage.RemoteReply;
import scriptorium.actors.internal.RemoteCalls.Seen;

final class RemoteCallsTest {

  private static final byte[] DONE = RemoteReplies.refusal("done");
  private static final byte[] AGAIN = {1, 'N'};

  private final ActorTestKit actors = ActorTestKit.create();
  private final TestProbe<ClusterMessage> sender = actors.createTestProbe();
  private final RemoteCalls calls = new RemoteCalls();

  @AfterEach
  void close() {
    actors.shutdownTestKit();
  }

  private Seen see(long call, long oldestOpen) {
    return calls.see(sender.getRef(), call, oldestOpen);
  }

  private void answer(long call, byte[] reply) {
    calls.answer(sender.getRef(), call, reply);
  }

  private void expectReply(long call, byte[] bytes) {
    RemoteReply reply = sender.expectMessageClass(RemoteReply.class);
    assertEquals(call, reply.call());
    assertArrayEquals(bytes, reply.reply());
  }

  @Test
  void beginsACallOnceAndAnswersItAsOftenAsItComes() {
    assertEquals(Seen.NEW, see(5, 5));
    assertEquals(Seen.RUNNING, see(5, 5));
    sender.expectNoMessage(Duration.ZERO);

    answer(5, DONE);
    assertEquals(Seen.OVER, see(5, 5));

    expectReply(5, DONE);
    expectReply(5, DONE);
  }

  @Test
  void doesNotBeginACallThatItsSenderHasClosed() {
    see(5, 5);
    answer(5, DONE);
    expectReply(5, DONE);
    see(6, 6);

    assertEquals(Seen.OVER, see(5, 5)); // it was under way for long
    assertEquals(Seen.OVER, see(4, 4));
    sender.expectNoMessage(Duration.ZERO);
  }

  @Test
  void beginsACallAgainThatIsToBeSentAgain() {
    see(5, 5);

    answer(5, AGAIN);

    expectReply(5, AGAIN);
    assertEquals(Seen.NEW, see(5, 5));
  }

  @Test
  void keepsTheCallsOfTwoNodesApart() {
    TestProbe<ClusterMessage> other = actors.createTestProbe();
    see(5, 5);

    assertEquals(Seen.NEW, calls.see(other.getRef(), 5, 1));
    answer(5, DONE);

    expectReply(5, DONE);
    assertEquals(Seen.RUNNING, calls.see(other.getRef(), 5, 1));
  }

  @Test
  void forgetsNodesThatAreGone() {
    see(5, 5);

    calls.keepOnly(node -> false);

    assertEquals(Seen.NEW, see(5, 5));
  }
}
