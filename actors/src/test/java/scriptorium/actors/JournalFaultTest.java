package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.javadsl.Adapter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal fails to do, and what becomes of it. */
final class JournalFaultTest {

  @TempDir Path folder;
  private StoreFixture store;
  private FaultyJournal.Faults faults;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder, FaultyJournal.SETTINGS).ready();
    faults = FaultyJournal.Faults.of(Adapter.toClassic(store.system()));
    store.schema("create table word(id int generated always as identity, text varchar)");
    store.execute("insert into word(text) values('first')");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void runsARetryOnceWhenTheFirstWriteWasLost() {
    WriteRequest<Integer> request = StoreFixture.request("insert into word(text) values('x')");
    faults.failBefore();

    WriteReply<Integer> first = store.write(request);
    WriteReply.Committed<Integer> second = store.write(request).orThrow();

    assertEquals(request.txId(), assertInstanceOf(WriteReply.Unknown.class, first).txId());
    assertFalse(second.repeated());
    assertKept("first", "x");
  }

  @Test
  void runsARetryNotAgainWhenTheFirstWriteWasDurable() {
    WriteRequest<Integer> request = StoreFixture.request("insert into word(text) values('x')");
    faults.failAfter();

    WriteReply<Integer> first = store.write(request);
    WriteReply.Committed<Integer> second = store.write(request).orThrow();

    assertInstanceOf(WriteReply.Unknown.class, first);
    assertTrue(second.repeated());
    assertEquals(1, second.value());
    assertKept("first", "x");
  }

  @Test
  void tellsTheOutcomeOfAnUnknownWrite() {
    WriteRequest<Integer> durable = StoreFixture.request("insert into word(text) values('x')");
    WriteRequest<Integer> lost = StoreFixture.request("insert into word(text) values('y')");
    faults.failAfter();
    store.write(durable);
    store.execute("insert into word(text) values('z')"); // waits for the new incarnation
    faults.failBefore();
    store.write(lost);
    store.execute("insert into word(text) values('z')");

    Outcome ofDurable = StoreFixture.get(store.store().outcome(durable.txId()));
    Outcome ofLost = StoreFixture.get(store.store().outcome(lost.txId()));

    assertInstanceOf(Outcome.Committed.class, ofDurable, ofDurable.toString());
    assertInstanceOf(Outcome.Never.class, ofLost);
    assertInstanceOf(WriteReply.Refused.class, store.write(lost));
    store.crash();
    assertInstanceOf(WriteReply.Refused.class, store.write(lost));
  }

  @Test
  void keepsItsDatabaseAndReplaysOnlyWhatItMissed() {
    faults.failAfter();
    store.write("insert into word(text) values('x')");

    store.execute("insert into word(text) values('y')");

    RecoveryReport report = store.store().status().recovery().orElseThrow();
    assertEquals(1, report.replayedEvents());
    assertEquals(SequenceNumber.NONE, report.snapshotNumber());
    assertKept("first", "x", "y");
  }

  @Test
  void goesOnWithTheWritesThatWaited() {
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<WriteReply<Integer>> unknown = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> waiting =
        store.writeLater("insert into word(text) values('x')");
    faults.failBefore();

    until.countDown();

    assertInstanceOf(WriteReply.Unknown.class, StoreFixture.get(unknown));
    StoreFixture.get(waiting).orThrow();
    assertKept("first", "x");
  }

  @Test
  void runsAnswersThatRestedOnALostNeighbourAgain() {
    store.schema("create table one(id int primary key)");
    CountDownLatch until = new CountDownLatch(1);
    var unused = store.holdWriter(until);
    CompletableFuture<WriteReply<Integer>> lost =
        store
            .store()
            .write(
                "lost",
                connection -> {
                  faults.failBefore();
                  return StoreFixture.update(connection, "insert into one values(1)");
                })
            .toCompletableFuture();
    CompletableFuture<WriteReply<Integer>> refusedByIt =
        store.writeLater("insert into one values(1)");

    until.countDown();

    assertInstanceOf(WriteReply.Unknown.class, StoreFixture.get(lost));
    assertEquals(1, StoreFixture.get(refusedByIt).orThrow().value());
  }

  @Test
  void tellsCallersInTimeWhenTheJournalHangsAndCommitsWhenItGoesOn() {
    WriteRequest<Integer> request = StoreFixture.request("insert into word(text) values('x')");
    faults.stall();

    WriteReply<Integer> first = store.write(request);
    assertInstanceOf(WriteReply.Unknown.class, first);
    assertEquals(List.of("first"), store.rows("select text from word"));
    faults.goOn();

    assertTrue(store.write(request).orThrow().repeated());
    assertKept("first", "x");
  }

  @Test
  void recoversBehindAWriteThatTimedOutAndThenSucceeds() {
    WriteRequest<Integer> request = StoreFixture.request("insert into word(text) values('x')");
    StoreFixture.await(stalled(request));
    faults.timeOut();
    CompletableFuture<WriteReply<Integer>> retry =
        store.store().write(request).toCompletableFuture();
    faults.goOn();

    assertTrue(StoreFixture.get(retry).orThrow().repeated());
    assertKept("first", "x");
  }

  private CountDownLatch stalled(WriteRequest<Integer> request) {
    CountDownLatch met = faults.stall();
    var unused = store.store().write(request);
    return met;
  }

  @Test
  void recoversFromARejection() {
    WriteRequest<Integer> request = StoreFixture.request("insert into word(text) values('x')");
    faults.reject();

    WriteReply<Integer> first = store.write(request);

    WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, first);
    assertTrue(refused.message().contains("not written"), refused.message());
    assertFalse(store.write(request).orThrow().repeated());
    assertKept("first", "x");
  }

  @Test
  void leavesNoGapInTheNumbersAfterARejection() {
    SequenceNumber before = store.execute("insert into word(text) values('x')");
    faults.reject();
    store.write("insert into word(text) values('rejected')");

    SequenceNumber after = store.execute("insert into word(text) values('y')");

    assertEquals(before.value() + 2, after.value()); // the epoch event of the recovery between
    assertEquals(
        1, store.store().status().recovery().orElseThrow().epochNumber().value() - before.value());
    assertKept("first", "x", "y");
  }

  @Test
  void leavesTheSchemaAsItWasWhenTheJournalLosesItsChange() {
    faults.failBefore();

    MigrationReply reply =
        StoreFixture.get(
            store
                .store()
                .migrate(List.of(SchemaScript.adHoc("more", "alter table word add more int"))));

    assertInstanceOf(MigrationReply.Unknown.class, reply);
    store.execute("insert into word(text) values('x')");
    assertEquals(List.of("2"), store.rows("select count(*) from word"));
    store.schema("alter table word add more int");
    assertKept("first", "x");
  }

  @Test
  void takesASchemaChangeThatWasDurableAfterAll() {
    faults.failAfter();

    StoreFixture.get(
        store
            .store()
            .migrate(List.of(SchemaScript.adHoc("more", "alter table word add more int"))));

    store.execute("insert into word(text, more) values('x', 1)");
    assertKept("first", "x");
  }

  @Test
  void answersASnapshotThatTheWritersEndOvertook() {
    faults.failBefore();
    store.write("insert into word(text) values('x')");

    StoreFixture.get(store.store().snapshot());

    store.execute("insert into word(text) values('y')");
    assertKept("first", "y");
  }

  private void assertKept(String... texts) {
    assertEquals(List.of(texts), store.rows("select text from word order by id"));
    store.crash();
    assertEquals(List.of(texts), store.rows("select text from word order by id"));
  }
}
