package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.internal.HeldState;

/** Past states: of every number, beside a writer, without one. */
final class AsOfTest {

  private static final String WORD =
      "create table word(id int generated always as identity primary key, text varchar)";
  private static final String COUNT = "select count(*) from word";

  @TempDir Path folder;
  private StoreFixture store;
  private SettableClock clock;

  @BeforeEach
  void prepare() {
    clock = new SettableClock(Instant.parse("2026-11-01T00:00:00Z"));
    store = StoreFixture.closed(folder).clock(clock);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void showsEveryStateOfAHistoryWithSchemaChangesAndSnapshots() {
    open("scriptorium.store.snapshot.keep = 3"); // two are taken: no event is deleted
    Map<SequenceNumber, List<String>> history = new HashMap<>();
    Map<SequenceNumber, List<String>> schemas = new HashMap<>();
    for (int round = 0; round < 6; round++) {
      SequenceNumber number = store.execute("insert into word(text) values('round " + round + "')");
      remember(number, history, schemas);
      number = store.execute("update word set text = text || '!' where id = 1");
      remember(number, history, schemas);
      if (round == 1) {
        snapshot();
      }
      store.schema("alter table word add column c" + round + " int default " + round);
      remember(store.store().status().sequenceNumber(), history, schemas);
      if (round == 3) {
        snapshot();
      }
    }

    for (SequenceNumber number : history.keySet()) {
      try (AsOf then = asOf(number)) {
        assertEquals(number, then.sequenceNumber());
        assertEquals(history.get(number), rows(then, "select * from word order by id"));
        assertEquals(schemas.get(number), rows(then, columns()));
      }
    }
  }

  private void remember(
      SequenceNumber number,
      Map<SequenceNumber, List<String>> history,
      Map<SequenceNumber, List<String>> schemas) {
    history.put(number, store.rows("select * from word order by id"));
    schemas.put(number, store.rows(columns()));
  }

  private static String columns() {
    return "select column_name from information_schema.columns where table_schema = 'PUBLIC'"
        + " order by 1";
  }

  @Test
  void isEmptyBeforeTheFirstEvent() {
    open("");

    try (AsOf then = asOf(SequenceNumber.NONE)) {
      assertEquals(List.of(), rows(then, columns()));
      assertEquals(Instant.EPOCH, then.time());
    }
  }

  @Test
  void showsTheLastEventAtOrBeforeATime() {
    open("");
    SequenceNumber first = insert();
    Instant between = clock.forward(60);
    clock.forward(60);
    SequenceNumber second = insert();
    snapshot();
    clock.forward(60);
    insert();

    try (AsOf then = opened(store.store().asOf(between))) {
      assertEquals(first, then.sequenceNumber());
    }
    try (AsOf then = opened(store.store().asOf(between.plusSeconds(60)))) {
      assertEquals(second, then.sequenceNumber());
      assertEquals(between.plusSeconds(60), then.time());
    }
    try (AsOf then = opened(store.store().asOf(between.plusSeconds(100_000)))) {
      assertEquals(List.of("3"), rows(then, COUNT));
    }
    try (AsOf then = opened(store.store().asOf(Instant.EPOCH))) {
      assertEquals(SequenceNumber.NONE, then.sequenceNumber());
    }
  }

  @Test
  void timesNeverRunBackwardsWhenTheClockDoes() {
    open("");
    insert();
    Instant before = clock.instant();
    clock.forward(-3600);
    SequenceNumber late = insert();
    store.crash();

    try (AsOf then = opened(store.store().asOf(before))) {
      assertTrue(then.sequenceNumber().compareTo(late) >= 0);
      assertEquals(before, then.time());
    }
  }

  @Test
  void endsAMutationInPartsAtItsLastPartOrLeavesItOut() {
    open("scriptorium.store.write.part-bytes = 1024");
    SequenceNumber before = insert();
    SequenceNumber last =
        store.execute("insert into word(text) select repeat('x', 100) from system_range(1, 100)");
    assertTrue(last.value() - before.value() > 3);

    try (AsOf then = asOf(new SequenceNumber(last.value() - 1))) {
      assertEquals(before, then.sequenceNumber());
      assertEquals(List.of("1"), rows(then, COUNT));
    }
    try (AsOf then = asOf(last)) {
      assertEquals(last, then.sequenceNumber());
      assertEquals(List.of("101"), rows(then, COUNT));
    }
  }

  @Test
  void tellsTheEarliestStateBehindADeletedPrefix() throws IOException {
    open("scriptorium { store.snapshot.keep = 1, journal.first-segment-bytes = 4096 }");
    SequenceNumber early = insert();
    for (int i = 0; i < 100; i++) {
      insert();
    }
    StoreFiles files = new StoreFiles(folder.resolve("main"));
    int segments = files.segments().size();
    SequenceNumber snapshot = snapshot();
    files.awaitFewerSegments(segments);
    SequenceNumber last = insert();

    AsOfReply.NotAvailable refused = notAvailable(store.store().asOf(early));

    assertEquals(snapshot, refused.earliest());
    assertEquals(last, refused.latest());
    assertTrue(refused.reason().contains("sequenceNumber=" + early), refused.reason());
    notAvailable(store.store().asOf(new SequenceNumber(snapshot.value() - 1)));
    notAvailable(store.store().asOf(Instant.EPOCH.plusSeconds(1)));
    try (AsOf then = asOf(snapshot)) {
      assertEquals(List.of("101"), rows(then, COUNT));
    }
  }

  @Test
  void tellsTheLatestStateWhereTheNumberIsNotThereYet() {
    open("");
    SequenceNumber last = insert();

    AsOfReply.NotAvailable refused = notAvailable(store.store().asOf(last.next()));

    assertEquals(SequenceNumber.NONE, refused.earliest());
    assertEquals(last, refused.latest());
  }

  @Test
  void goesOnWithAnOlderSnapshotWhereOneIsDamaged() throws IOException {
    open("");
    insert();
    snapshot();
    insert();
    SequenceNumber damaged = snapshot();
    SequenceNumber last = insert();
    StoreFiles.flip(new StoreFiles(folder.resolve("main")).chunks(damaged).get(0));

    try (AsOf then = asOf(last)) {
      assertEquals(List.of("3"), rows(then, COUNT));
    }
  }

  @Test
  void showsWhatWasJustAcknowledgedBesideABusyWriter() {
    open("");
    List<CompletableFuture<WriteReply<Integer>>> busy = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      busy.add(store.writeLater("insert into word(text) values('busy')"));
    }

    for (int i = 0; i < 5; i++) {
      SequenceNumber number = insert();
      try (AsOf then = asOf(number)) {
        assertEquals(number, then.sequenceNumber());
      }
    }

    busy.forEach(StoreFixture::get);
  }

  @Test
  void needsNoWriterAndWritesNothing() throws IOException {
    open("");
    insert();
    snapshot();
    SequenceNumber last = insert();
    store.end();
    List<String> before = new StoreFiles(folder.resolve("main")).listing();

    StoreFixture offline = StoreFixture.withoutStore(folder);
    try (offline;
        AsOf then =
            opened(Store.asOf(offline.system(), StoreSettings.load(offline.config()), last))) {
      assertEquals(List.of("2"), rows(then, COUNT));
    }
    assertEquals(before, new StoreFiles(folder.resolve("main")).listing());
  }

  @Test
  void isReadOnlyAndServesJdbcToo() throws SQLException {
    open("");
    SequenceNumber number = insert();
    insert();

    try (AsOf then = asOf(number);
        Connection connection = then.dataSource().getConnection()) {
      assertEquals(List.of("1"), StoreFixture.rows(connection, COUNT));
      assertEquals(
          "25006",
          assertThrows(
                  SQLException.class,
                  () -> StoreFixture.update(connection, "delete from word where id = 1"))
              .getSQLState());
    }
  }

  @Test
  void answersNotReadyOnceItIsClosed() {
    open("");
    AsOf then = asOf(insert());

    then.close();
    then.close();

    assertEquals(StorePhase.STOPPED, phaseOf(then));
    assertThrows(
        SQLTransientConnectionException.class,
        () -> {
          try (Connection connection = then.dataSource().getConnection()) {
            StoreFixture.rows(connection, COUNT);
          }
        });
  }

  @Test
  void countsAsAnOpenViewWhileItIsOpenAndIsBoundedInNumber() {
    open("scriptorium.store.as-of.max-open = 2");
    SequenceNumber number = insert();
    AsOf one = asOf(number);
    AsOf two = asOf(number);

    AsOfReply refused = StoreFixture.get(store.store().asOf(number));

    assertEquals(new AsOfReply.Refused(2), refused);
    List<OpenView> views = pastStates();
    assertEquals(2, views.size());
    assertTrue(views.get(0).heldBytes() > 0);
    one.close();
    assertEquals(1, pastStates().size());
    asOf(number).close();
    two.close();
    assertEquals(List.of(), pastStates());
  }

  private List<OpenView> pastStates() {
    return store.store().openViews().stream()
        .filter(view -> view.use() == OpenView.Use.AS_OF)
        .toList();
  }

  @Test
  void freesItsHeapWhenItIsClosed() {
    open("");
    AsOf then = asOf(insert());
    rows(then, COUNT);
    HeldState held = HeldState.of(then);
    assertTrue(held.isHeld());

    then.close();

    long end = System.nanoTime() + 20_000_000_000L;
    while (held.isHeld()) {
      assertTrue(System.nanoTime() - end < 0, "the database is still held by somebody");
    }
    assertEquals(StorePhase.STOPPED, phaseOf(then));
  }

  private static StorePhase phaseOf(AsOf then) {
    ReadReply.NotReady<?> reply =
        assertInstanceOf(
            ReadReply.NotReady.class,
            StoreFixture.get(then.read(connection -> StoreFixture.rows(connection, COUNT))));
    return reply.phase();
  }

  private void open(String overrides) {
    store.open(overrides).ready();
    store.schema(WORD);
  }

  private SequenceNumber insert() {
    return store.execute("insert into word(text) values('a word that stands in the journal')");
  }

  private SequenceNumber snapshot() {
    return assertInstanceOf(SnapshotReply.Saved.class, StoreFixture.get(store.store().snapshot()))
        .sequenceNumber();
  }

  private AsOf asOf(SequenceNumber number) {
    return opened(store.store().asOf(number));
  }

  private static AsOf opened(CompletionStage<AsOfReply> reply) {
    return StoreFixture.get(reply).orThrow();
  }

  private static AsOfReply.NotAvailable notAvailable(CompletionStage<AsOfReply> reply) {
    return assertInstanceOf(AsOfReply.NotAvailable.class, StoreFixture.get(reply));
  }

  private static List<String> rows(AsOf then, String sql) {
    return StoreFixture.get(then.read(connection -> StoreFixture.rows(connection, sql)))
        .orThrow()
        .value();
  }
}
