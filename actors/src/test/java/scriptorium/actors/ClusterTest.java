package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.ClusterFixture.Node;

final class ClusterTest {

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
                settings.withMutationTypes(List.of(new AddWord.Type())).withSchema(List.of(WORD)));
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static WriteRequest<Integer> add(String text) {
    return WriteRequest.of("add", new AddWord(text), Instant.now());
  }

  @Test
  void opensAPastStateOnANodeThatDoesNotWrite() {
    Node writer = cluster.join();
    Node follower = cluster.join();
    SequenceNumber first =
        writer.write("insert into word(text) values('one')").orThrow().sequenceNumber();
    SequenceNumber second =
        writer.write("insert into word(text) values('two')").orThrow().sequenceNumber();

    for (SequenceNumber number : List.of(first, second)) {
      try (AsOf then = StoreFixture.get(follower.store().asOf(number)).orThrow()) {
        assertEquals(number, then.sequenceNumber());
        assertEquals(
            number.value() - first.value() + 1,
            StoreFixture.get(
                    then.read(
                        connection -> StoreFixture.rows(connection, "select * from word").size()))
                .orThrow()
                .value()
                .longValue());
      }
    }
    assertEquals(List.of("2"), writer.rows("select count(*) from word"));
  }

  @Test
  void commitsAFollowersMutationOnTheWritersNode() {
    Node writer = cluster.join();
    Node follower = cluster.join();

    WriteReply.Committed<Integer> reply =
        StoreFixture.get(follower.store().write(add("one"))).orThrow();

    assertEquals(1, reply.value());
    assertEquals(List.of("1,one"), writer.rows("select * from word"));
  }

  @Test
  void tellsAFollowersLambdaWhoWrites() {
    Node writer = cluster.join();
    Node follower = cluster.join();

    WriteReply<Integer> write = follower.write("delete from word");
    ReadReply<Integer> read = StoreFixture.get(follower.store().read(connection -> 1));

    Optional<String> address = Optional.of(writer.address());
    assertEquals(address, assertInstanceOf(WriteReply.NotTheWriter.class, write).writer());
    assertEquals(address, assertInstanceOf(ReadReply.NotTheWriter.class, read).writer());
  }

  @Test
  void refusesAFollowersMutationThatTheDatabaseRefuses() {
    Node writer = cluster.join();
    Node follower = cluster.join();
    StoreFixture.get(
            writer
                .store()
                .migrate(
                    List.of(
                        SchemaScript.adHoc(
                            "short", "alter table word add constraint s check (text <> 'bad')"))))
        .orThrow();

    WriteReply<Integer> reply = StoreFixture.get(follower.store().write(add("bad")));

    assertEquals("23513", assertInstanceOf(WriteReply.Refused.class, reply).sqlState());
  }

  @Test
  void handsOverInOrderAndLosesNothing() {
    Node first = cluster.join();
    Node second = cluster.join();
    WriteRequest<Integer> once = add("once");
    WriteReply.Committed<Integer> before = StoreFixture.get(second.store().write(once)).orThrow();

    cluster.end(first);

    WriteReply.Committed<Integer> again = StoreFixture.get(second.store().write(once)).orThrow();
    assertTrue(again.repeated());
    assertEquals(before.sequenceNumber(), again.sequenceNumber());
    assertEquals(before.value(), again.value());
    assertEquals(List.of("1,once"), second.rows("select * from word"));
  }

  @Test
  void takesOverFromADownedWriterAndRunsEveryWriteOnce() {
    Node first = cluster.join();
    Node second = cluster.join();
    List<CompletableFuture<WriteReply<Integer>>> replies = new ArrayList<>();
    CountDownLatch some = new CountDownLatch(20);
    for (int i = 0; i < 100; i++) {
      replies.add(
          second
              .store()
              .write(add("word " + i))
              .whenComplete((reply, failure) -> some.countDown())
              .toCompletableFuture());
    }
    StoreFixture.await(some);

    cluster.down(first, second);

    replies.forEach(reply -> StoreFixture.get(reply).orThrow());
    StoreFixture.get(second.store().write(add("after"))).orThrow(); // by the new writer
    assertEquals(
        List.of("101,101"), second.rows("select count(*), count(distinct text) from word"));
  }

  @Test
  void takesTheNodeOfAFencedWriterOutOfTheCluster() throws Exception {
    Node writer = cluster.join();
    StoreFixture.get(writer.store().write(add("before"))).orThrow();
    try (ClusterFixture other = // a second cluster that knows nothing of the first
        new ClusterFixture(
            folder,
            settings ->
                settings
                    .withMutationTypes(List.of(new AddWord.Type()))
                    .withSchema(List.of(WORD)))) {
      Node usurper = other.join();

      WriteReply<Integer> fenced = StoreFixture.get(writer.store().write(add("fenced")));

      assertTrue(!(fenced instanceof WriteReply.Committed<Integer>), fenced.toString());
      writer
          .system()
          .getWhenTerminated()
          .toCompletableFuture()
          .get(30, java.util.concurrent.TimeUnit.SECONDS);
      assertEquals(StorePhase.FENCED, writer.store().status().phase());
      StoreFixture.get(usurper.store().write(add("after"))).orThrow();
      assertEquals(List.of("before", "after"), usurper.rows("select text from word order by id"));
    }
  }
}
