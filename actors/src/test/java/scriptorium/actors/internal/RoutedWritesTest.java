package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import com.typesafe.config.ConfigFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scriptorium.actors.CancelReply;
import scriptorium.actors.Mutation;
import scriptorium.actors.MutationType;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.actors.internal.ClusterMessage.Announced;
import scriptorium.actors.internal.ClusterMessage.RemoteCancel;
import scriptorium.actors.internal.ClusterMessage.RemoteReply;
import scriptorium.actors.internal.ClusterMessage.RemoteWrite;

/** What a node makes of the answers of two writers, one of which was lost. */
final class RoutedWritesTest {

  private static final StoreSettings.Cluster SETTINGS =
      new StoreSettings.Cluster(1000, Duration.ofSeconds(1), 3);
  private static final StoreSettings.Write LIMITS =
      StoreSettings.load(ConfigFactory.load()).write();

  private final ActorTestKit actors = ActorTestKit.create();
  private final TestProbe<ClusterMessage> first = actors.createTestProbe();
  private final TestProbe<ClusterMessage> second = actors.createTestProbe();
  private final List<WriteReply<String>> replies = new ArrayList<>();
  private final List<CancelReply> stops = new ArrayList<>();
  private final Kind kind = new Kind();
  private final WriteRequest<String> request =
      WriteRequest.of("test", new Text("text"), Instant.now());
  private final RoutedWrites routed =
      new RoutedWrites(actors.<ClusterMessage>createTestProbe().getRef(), SETTINGS);
  private long nowNanos;

  @AfterEach
  void close() {
    actors.shutdownTestKit();
  }

  private void add() {
    routed.add(
        new RoutedWrite<>(request, kind, new byte[] {1}, LIMITS, nowNanos, replies::add), nowNanos);
  }

  private void writerIs(TestProbe<ClusterMessage> node, long epoch) {
    routed.writerIs(new Announced(epoch, "address", node.getRef()), nowNanos);
  }

  private void answer(long call, WriteReply<String> reply) {
    routed.onReply(new RemoteReply(call, RemoteReplies.encode(reply, kind, 1000)), nowNanos);
  }

  private void later(Duration duration) {
    nowNanos += duration.toNanos();
    routed.sendDue(nowNanos);
  }

  private void giveUp() {
    nowNanos += Duration.ofHours(1).toNanos();
    routed.giveUpOverdue(nowNanos, StorePhase.STARTING, "nobody");
  }

  private static RemoteWrite next(TestProbe<ClusterMessage> node) {
    return node.expectMessageClass(RemoteWrite.class);
  }

  private static WriteReply<String> committed() {
    return new WriteReply.Committed<>(new SequenceNumber(7), "value", false);
  }

  private static WriteReply<String> busy() {
    return new WriteReply.Busy<>(9, Duration.ofMillis(5));
  }

  @Test
  void sendsAgainUnderTheSameNumberToTheSameNode() {
    add();
    writerIs(first, 1);
    RemoteWrite sent = next(first);
    later(Duration.ofMillis(999));
    first.expectNoMessage(Duration.ZERO);

    later(Duration.ofMillis(1));
    writerIs(first, 2);

    assertEquals(sent.call(), next(first).call());
    first.expectNoMessage(Duration.ZERO);
    answer(sent.call(), committed());
    assertEquals(List.of(committed()), replies);
  }

  @Test
  void tellsAnAnswerOnce() {
    add();
    writerIs(first, 1);
    long call = next(first).call();

    answer(call, busy());
    answer(call, committed());

    assertEquals(List.of(busy()), replies);
  }

  @Test
  void doesNotHearALostWriter() {
    add();
    writerIs(first, 1);
    long lost = next(first).call();
    writerIs(second, 2);
    RemoteWrite sent = next(second);

    answer(lost, new WriteReply.Refused<>("23505", Optional.empty(), "before it was lost"));

    assertTrue(replies.isEmpty());
    answer(sent.call(), committed());
    assertEquals(List.of(committed()), replies);
  }

  /** The lost writer may have committed it: "not run" would be a lie. */
  @Test
  void takesNoAnswerThatDidNotLookForTheOutcomeOfALostCopy() {
    add();
    writerIs(first, 1);
    next(first);
    writerIs(second, 2);

    answer(next(second).call(), busy());
    later(Duration.ofSeconds(1));
    answer(next(second).call(), new WriteReply.Expired<>(Duration.ofSeconds(1)));
    later(Duration.ofSeconds(1));

    assertTrue(replies.isEmpty());
    answer(next(second).call(), committed());
    assertEquals(List.of(committed()), replies);
  }

  @Test
  void sendsAgainWhatTheWriterDoesNotKnow() {
    add();
    writerIs(first, 1);

    answer(next(first).call(), new WriteReply.Unknown<>(request.txId(), "the journal failed"));
    later(Duration.ofSeconds(1));
    answer(next(first).call(), busy());
    later(Duration.ofSeconds(1));

    assertTrue(replies.isEmpty());
    answer(next(first).call(), committed());
    assertEquals(List.of(committed()), replies);
  }

  @Test
  void tellsNotReadyWhereNothingWasSentOrTaken() {
    add();
    giveUp();
    assertInstanceOf(WriteReply.NotReady.class, replies.remove(0));

    add();
    writerIs(first, 1);
    answer(next(first).call(), new WriteReply.NotTheWriter<>(Optional.empty()));
    giveUp();

    assertEquals(new WriteReply.NotReady<String>(StorePhase.STARTING, "nobody"), replies.remove(0));
  }

  @Test
  void tellsUnknownWhereACopyWasSent() {
    add();
    writerIs(first, 1);
    giveUp();

    WriteReply.Unknown<?> unknown = assertInstanceOf(WriteReply.Unknown.class, replies.remove(0));
    assertEquals(request.txId(), unknown.txId());
  }

  @Test
  void sendsWhatWasDeclinedAgain() {
    add();
    writerIs(first, 1);
    RemoteWrite sent = next(first);

    answer(sent.call(), new WriteReply.NotReady<>(StorePhase.STARTING, ""));
    later(Duration.ofSeconds(1));

    assertEquals(sent.call(), next(first).call());
    assertTrue(replies.isEmpty());
  }

  @Test
  void keepsAWindowOfOpenCalls() {
    writerIs(first, 1);
    for (int i = 0; i < 5; i++) {
      add();
    }
    long call = next(first).call();
    assertEquals(call + 1, next(first).call());
    assertEquals(call + 2, next(first).call());
    first.expectNoMessage(Duration.ZERO);

    answer(call + 1, committed());
    first.expectNoMessage(Duration.ZERO);
    answer(call, committed());

    RemoteWrite fourth = next(first);
    assertEquals(call + 3, fourth.call());
    assertEquals(call + 2, fourth.oldestOpen());
  }

  @Test
  void stopsWhatWasNotSentAtOnce() {
    add();

    assertTrue(routed.cancel(request.txId(), stops::add, nowNanos));

    assertEquals(List.of(new CancelReply.Stopped(false)), stops);
    assertInstanceOf(WriteReply.Cancelled.class, replies.get(0));
    assertFalse(routed.cancel(request.txId(), stops::add, nowNanos));
  }

  @Test
  void asksTheWriterToStopWhatWasSent() {
    add();
    writerIs(first, 1);
    long call = next(first).call();

    routed.cancel(request.txId(), stops::add, nowNanos);

    assertEquals(call, first.expectMessageClass(RemoteCancel.class).call());
    later(Duration.ofSeconds(1));
    first.expectMessageClass(RemoteCancel.class);
    assertTrue(stops.isEmpty());
    answer(call, committed());
    assertEquals(List.of(new CancelReply.TooLate(committed())), stops);
    assertEquals(List.of(committed()), replies);
  }

  @Test
  void tellsUnknownWhenTheWriterOfWhatWasToBeStoppedIsLost() {
    add();
    writerIs(first, 1);
    next(first);
    routed.cancel(request.txId(), stops::add, nowNanos);

    writerIs(second, 2);

    assertInstanceOf(WriteReply.Unknown.class, replies.get(0));
    assertEquals(List.of(new CancelReply.TooLate(replies.get(0))), stops);
    second.expectNoMessage(Duration.ZERO);
  }

  @Test
  void tellsUnknownWhereALostCopyOfWhatWasStoppedMayHaveRun() {
    add();
    writerIs(first, 1);
    next(first);
    writerIs(second, 2);
    long call = next(second).call();
    routed.cancel(request.txId(), stops::add, nowNanos);

    answer(call, new WriteReply.Cancelled<>(Duration.ZERO, Duration.ofSeconds(5), true));

    assertInstanceOf(WriteReply.Unknown.class, replies.get(0));
    assertEquals(List.of(new CancelReply.TooLate(replies.get(0))), stops);
  }

  @Test
  void stopsWhatTheWriterHasDeclined() {
    add();
    writerIs(first, 1);
    long call = next(first).call();
    routed.cancel(request.txId(), stops::add, nowNanos);

    answer(call, new WriteReply.NotTheWriter<>(Optional.empty()));

    assertInstanceOf(WriteReply.Cancelled.class, replies.get(0));
    assertEquals(List.of(new CancelReply.Stopped(false)), stops);
  }

  @Test
  void leavesNobodyWithoutAnAnswerWhenTheNodeEnds() {
    add();
    writerIs(first, 1);
    next(first);

    routed.giveUpAll(StorePhase.STOPPED, "over");

    assertInstanceOf(WriteReply.Unknown.class, replies.get(0));
  }

  /** A mutation that nobody runs here. */
  private record Text(String text) implements Mutation<String> {
    @Override
    public String run(Connection connection) {
      return text;
    }
  }

  private record Kind() implements MutationType<Text, String> {
    @Override
    public String id() {
      return "text";
    }

    @Override
    public Class<Text> mutationClass() {
      return Text.class;
    }

    @Override
    public byte[] encode(Text mutation) {
      return mutation.text().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Text decode(byte[] bytes) {
      return new Text(new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public byte[] encodeValue(String value) {
      return value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String decodeValue(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
