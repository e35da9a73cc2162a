package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.AskPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.ClusterFixture.Node;

/** The answers to writes of one node that another node runs. */
@Timeout(120)
final class ClusterWriteTest {

  private static final int LIMIT = 128 * 1024;
  private static final SchemaScript WORD =
      SchemaScript.numbered(
          1,
          "V1",
          "create table word(id int generated always as identity primary key, text varchar)");

  @TempDir Path folder;
  private ClusterFixture cluster;

  @BeforeEach
  void prepare() {
    cluster =
        new ClusterFixture(
            folder,
            settings ->
                settings.withMutationTypes(List.of(new Say.Type())).withSchema(List.of(WORD)));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static WriteRequest<String> say(String text, int answerChars) {
    return WriteRequest.of("say", new Say(text, answerChars), Instant.now());
  }

  private static <T> WriteReply<T> write(Node node, WriteRequest<T> request) {
    return StoreFixture.get(node.store().write(request));
  }

  private static String count(Node node) {
    return node.rows("select count(*) from word").get(0);
  }

  @Test
  void withholdsAValueThatIsTooLargeToTravel() {
    Node writer = cluster.join();
    Node follower = cluster.join();

    WriteReply.Committed<String> fits = write(follower, say("fits", LIMIT)).orThrow();
    WriteReply.Committed<String> tooLarge = write(follower, say("large", LIMIT + 1)).orThrow();
    WriteReply.Committed<String> here = write(writer, say("here", LIMIT + 1)).orThrow();

    assertEquals(LIMIT, String.valueOf(fits.value()).length());
    assertEquals(Optional.empty(), fits.withheld());
    assertNull(tooLarge.value());
    assertEquals(
        "it is too large to be sent: bytes=131073 limit=131072", tooLarge.withheld().orElseThrow());
    assertEquals(LIMIT + 1, String.valueOf(here.value()).length());
    assertEquals("3", count(writer));
  }

  @Test
  void refusesAMutationThatIsTooLargeToTravelBeforeItIsSent() {
    Node writer = cluster.join();
    Node follower = cluster.join();

    WriteReply<String> fits = write(follower, say("x".repeat(LIMIT - 2), 1));
    WriteReply<String> tooLarge = write(follower, say("x".repeat(LIMIT - 1), 1));

    fits.orThrow();
    assertEquals(new WriteReply.TooLarge<String>(LIMIT + 1, LIMIT), tooLarge);
    assertEquals("1", count(writer));
  }

  @Test
  void refusesATypeThatTheWriterDoesNotKnow() {
    cluster.join("", settings -> settings.withSchema(List.of(WORD)));
    Node follower = cluster.join();

    WriteReply<String> reply = write(follower, say("unknown", 1));

    String message = assertInstanceOf(WriteReply.Refused.class, reply).message();
    assertTrue(message.contains("not registered on the writer's node: id=say"), message);
  }

  @Test
  void refusesAMutationThatCannotBeEncodedAndGoesOn() {
    cluster.join();
    Node follower = cluster.join();

    WriteReply<String> facade = write(follower, say(Say.UNSPEAKABLE, 1));
    WriteReply<String> actor =
        StoreFixture.get(
            AskPattern.<StoreCommand, WriteReply<String>>ask(
                follower.store().ref(),
                replyTo -> new StoreCommand.Write<>(say(Say.UNSPEAKABLE, 1), replyTo),
                Duration.ofSeconds(30),
                follower.system().scheduler()));

    String message = assertInstanceOf(WriteReply.Refused.class, facade).message();
    assertTrue(message.contains("cannot be encoded: type=say"), message);
    assertEquals(facade, actor);
    write(follower, say("after", 1)).orThrow();
  }

  @Test
  void tellsThatItIsCommittedWhereTheValueIsNotUnderstood() {
    Node writer = cluster.join();
    Node follower = cluster.join();

    WriteReply.Committed<String> reply = write(follower, say("unheard", Say.UNHEARD)).orThrow();

    assertNull(reply.value());
    assertTrue(reply.withheld().orElseThrow().contains("not understood"), reply.toString());
    assertEquals("1", count(writer));
    write(follower, say("after", 1)).orThrow();
  }

  @Test
  void refusesALongLabelBeforeItIsSent() {
    cluster.join();
    Node follower = cluster.join();

    WriteReply<String> reply =
        StoreFixture.get(follower.store().write("x".repeat(10_000), new Say("label", 1)));

    String message = assertInstanceOf(WriteReply.Refused.class, reply).message();
    assertTrue(message.contains("chars=10000 limit=200"), message);
  }

  @Test
  void tellsOutcomesOnEveryNode() {
    cluster.join();
    Node follower = cluster.join();
    WriteRequest<String> done = say("done", 1);
    WriteRequest<String> never = say("never", 1);
    SequenceNumber number = write(follower, done).orThrow().sequenceNumber();

    Outcome ofDone = StoreFixture.get(follower.store().outcome(done.txId()));
    Outcome ofNever = StoreFixture.get(follower.store().outcome(never.txId()));

    assertEquals(new Outcome.Committed(number), ofDone);
    assertEquals(new Outcome.Never(), ofNever);
    assertInstanceOf(WriteReply.Refused.class, write(follower, never));
  }

  /** A second copy of it would expire, and so tell of the first what is not true. */
  @Test
  void runsAWriteOnceThatIsSentAgainAndAgain() {
    Node writer = cluster.join();
    Node follower =
        cluster.join(
            "scriptorium.store.cluster.resend-after = 10ms",
            settings ->
                settings.withMutationTypes(List.of(new Say.Type())).withSchema(List.of(WORD)));
    Say.Gate gate = Say.gate("once");
    CompletableFuture<WriteReply<String>> reply =
        follower
            .store()
            .write(say("once", 1).withQueueTimeout(Duration.ofMillis(100)))
            .toCompletableFuture();
    StoreFixture.await(gate.started());
    WriteReply<String> behind =
        write(writer, say("behind", 1).withQueueTimeout(Duration.ofMillis(300)));
    assertInstanceOf(WriteReply.Expired.class, behind);
    assertFalse(reply.isDone());

    gate.until().countDown();

    assertFalse(StoreFixture.get(reply).orThrow().repeated());
    assertEquals(1, gate.runs().get());
    assertEquals("1", count(writer));
  }

  @Test
  void stopsAWriteThatRunsOnAnotherNode() {
    Node writer = cluster.join();
    Node follower = cluster.join();
    Say.Gate gate = Say.gate("stopped");
    WriteRequest<String> request = say("stopped", 1);
    CompletableFuture<WriteReply<String>> reply =
        follower.store().write(request).toCompletableFuture();
    StoreFixture.await(gate.started());

    CancelReply answer = StoreFixture.get(follower.store().cancel(request.txId()));

    assertEquals(new CancelReply.Stopped(true), answer);
    assertTrue(assertInstanceOf(WriteReply.Cancelled.class, StoreFixture.get(reply)).byCaller());
    assertEquals("0", count(writer));
  }

  @Test
  void takesAWriteOutThatWaitsOnAnotherNode() {
    Node writer = cluster.join();
    Node follower = cluster.join();
    Say.Gate gate = Say.gate("holds");
    Say.Gate never = Say.gate("waits");
    CompletableFuture<WriteReply<String>> holding =
        writer.store().write(say("holds", 1)).toCompletableFuture();
    StoreFixture.await(gate.started());
    WriteRequest<String> request = say("waits", 1);
    CompletableFuture<WriteReply<String>> reply =
        follower.store().write(request).toCompletableFuture();

    CancelReply answer = StoreFixture.get(follower.store().cancel(request.txId()));

    assertEquals(new CancelReply.Stopped(false), answer);
    assertInstanceOf(WriteReply.Cancelled.class, StoreFixture.get(reply));
    gate.until().countDown();
    StoreFixture.get(holding).orThrow();
    assertEquals(0, never.runs().get());
    assertEquals("1", count(writer));
  }

  @Test
  void boundsTheWritesThatWaitOnANode() {
    Node writer = cluster.join();
    Node follower =
        cluster.join(
            "scriptorium.store { write.queue-capacity = 50, cluster.max-unanswered = 10 }",
            settings ->
                settings.withMutationTypes(List.of(new Say.Type())).withSchema(List.of(WORD)));
    Say.Gate gate = Say.gate("first");
    List<CompletableFuture<WriteReply<String>>> replies = new ArrayList<>();
    replies.add(follower.store().write(say("first", 1)).toCompletableFuture());
    StoreFixture.await(gate.started());
    for (int i = 1; i < 60; i++) {
      replies.add(follower.store().write(say("word", 1)).toCompletableFuture());
    }

    for (int i = 50; i < 60; i++) {
      WriteReply<String> reply = StoreFixture.get(replies.get(i));
      assertEquals(50, assertInstanceOf(WriteReply.Busy.class, reply).queued());
    }
    gate.until().countDown();
    replies.subList(0, 50).forEach(reply -> StoreFixture.get(reply).orThrow());
    assertEquals("50", count(writer));
  }
}
