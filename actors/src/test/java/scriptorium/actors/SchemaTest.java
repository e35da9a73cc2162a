package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SchemaTest {

  private static final SchemaScript V1 =
      SchemaScript.numbered(1, "V1.sql", "create table word(id int primary key, text varchar)");
  private static final SchemaScript V2 =
      SchemaScript.numbered(
          2,
          "V2.sql",
          """
          insert into word values(1, 'one');
          alter table word add column length int default 3 not null;
          update word set length = 4 where id = 1;
          create index word_length on word(length);
          insert into word values(2, 'two', 3);
          """);

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void prepare() {
    store = StoreFixture.closed(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void open(SchemaScript... scripts) {
    store.open("", settings -> settings.withSchema(List.of(scripts))).ready();
  }

  private void reopen(SchemaScript... scripts) {
    store.end();
    store.open("", settings -> settings.withSchema(List.of(scripts)));
  }

  @Test
  void appliesNumberedScriptsOnce() {
    open(V1, V2);

    assertEquals(List.of("1,one,4", "2,two,3"), store.rows("select * from word order by id"));
    reopen(V1, V2);
    store.ready();
    assertEquals(List.of("1,one,4", "2,two,3"), store.rows("select * from word order by id"));
    MigrationReply again = StoreFixture.get(store.store().migrate(List.of(V1, V2)));
    assertEquals(List.of(), assertInstanceOf(MigrationReply.Migrated.class, again).applied());
  }

  @Test
  void appliesNewScriptsOfANewerProgram() {
    open(V1);
    store.execute("insert into word values(7, 'seven')");

    reopen(V1, V2);
    store.ready();

    assertEquals(
        List.of("1,4", "2,3", "7,3"), store.rows("select id, length from word order by id"));
  }

  @Test
  void runsNoWriteBeforeThePendingScripts() {
    open(V1);
    store.end();
    store.open("", settings -> settings.withSchema(List.of(V1, V2)));

    WriteReply<Integer> early = store.write("update word set length = 9 where id = 2");

    assertEquals(1, early.orThrow().value());
  }

  @Test
  void refusesToStartWhenAnAppliedScriptWasChanged() {
    open(V1);
    SchemaScript changed = SchemaScript.numbered(1, "V1.sql", V1.sql() + " ");

    reopen(changed);

    String failure = store.failure();
    assertTrue(failure.contains(V1.checksum()), failure);
    assertTrue(failure.contains(changed.checksum()), failure);
    assertEquals(StorePhase.POISONED, store.store().status().phase());
  }

  @Test
  void takesAScriptWhoseLineEndsChangedForTheSame() {
    open(V1, V2);
    SchemaScript windows = SchemaScript.numbered(2, "V2.sql", V2.sql().replace("\n", "\r\n"));

    reopen(V1, windows);

    store.ready();
  }

  @Test
  void refusesToStartWhenAnAppliedScriptIsMissing() {
    open(V1, V2);

    reopen(V2);

    String failure = store.failure();
    assertTrue(failure.contains("missing: version=1 name=V1.sql"), failure);
  }

  @Test
  void refusesToStartWhenTheStoreIsNewerThanTheProgram() {
    open(V1, V2);

    reopen(V1);

    String failure = store.failure();
    assertTrue(failure.contains("store=2 (V2.sql) program=1"), failure);
  }

  @Test
  void refusesScriptsThatDoNotRise() {
    open(V1);

    MigrationReply reply = StoreFixture.get(store.store().migrate(List.of(V1, V2, V2)));

    assertTrue(
        assertInstanceOf(MigrationReply.Refused.class, reply).message().contains("must rise"),
        reply.toString());
  }

  @Test
  void leavesEverythingAsItWasWhenTheThirdStatementFails() {
    open(V1);
    SequenceNumber before = store.store().status().sequenceNumber();
    SchemaScript failing =
        SchemaScript.adHoc(
            "failing.sql",
            """
            create table other(id int);
            insert into word values(1, 'one');

            insert into word values(1, 'again');
            drop table word;
            """);

    MigrationReply reply = StoreFixture.get(store.store().migrate(List.of(failing)));

    MigrationReply.Refused refused = assertInstanceOf(MigrationReply.Refused.class, reply);
    assertEquals("failing.sql", refused.script());
    assertEquals(4, refused.line());
    assertEquals("23505", refused.sqlState());
    assertEquals(before, store.store().status().sequenceNumber());
    assertEquals(List.of("0"), store.rows("select count(*) from word"));
    assertEquals(
        List.of("WORD"),
        store.rows(
            "select table_name from information_schema.tables where table_schema = 'PUBLIC'"));
    store.execute("insert into word values(1, 'one')");
    store.crash();
    assertEquals(List.of("1"), store.rows("select count(*) from word"));
  }

  @Test
  void namesTheLineWhereAnUnfinishedLiteralBegins() {
    open(V1);

    MigrationReply reply =
        StoreFixture.get(
            store
                .store()
                .migrate(
                    List.of(
                        SchemaScript.adHoc("open.sql", "\ninsert into word values(1,\n'one);\n"))));

    assertEquals(3, assertInstanceOf(MigrationReply.Refused.class, reply).line());
  }

  @Test
  void journalsTheRowsOfADefaultThatIsRandom() {
    open(
        SchemaScript.numbered(
            1, "V1", "create table t(id int primary key, tag uuid default random_uuid())"));
    store.execute("insert into t(id) values(1)");
    store.schema("insert into t(id) select x from system_range(2, 5)");
    List<String> before = store.rows("select * from t order by id");

    store.crash();

    assertEquals(before, store.rows("select * from t order by id"));
  }

  @Test
  void keepsReadingWhileASchemaChanges() {
    open(V1);
    store.write("insert into word select x, 'word' from system_range(1, 1000)").orThrow();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<List<String>>> long_ =
        store
            .store()
            .read(
                connection -> {
                  StoreFixture.rows(connection, "select count(*) from word");
                  started.countDown();
                  until.await();
                  return StoreFixture.rows(connection, "select count(*) from word");
                })
            .toCompletableFuture();
    StoreFixture.await(started);

    store.schema("alter table word add column more int default 1");

    store.execute("delete from word where id > 10");
    until.countDown();
    assertEquals(List.of("1000"), StoreFixture.get(long_).orThrow().value());
    assertEquals(List.of("10,10"), store.rows("select count(*), sum(more) from word"));
  }

  @Test
  void keepsASchemaThatAllKindsOfObjectsMakeUp() {
    open(
        SchemaScript.numbered(
            1,
            "V1",
            """
            create schema side;
            create domain name as varchar(20) check (value <> '');
            create sequence side.numbers start with 100 increment by 5;
            create table side.parent(id int generated by default as identity primary key, n name);
            create table child(
              id bigint default next value for side.numbers primary key,
              parent int references side.parent on delete cascade,
              doubled int generated always as (parent * 2));
            create view names as select p.n, count(*) as children
              from side.parent p join child c on c.parent = p.id group by p.n;
            insert into side.parent(n) values('a'), ('b');
            comment on table child is 'children';
            """));
    store.execute("insert into child(parent) values(1), (1), (2)");
    store.execute("delete from side.parent where id = 2");
    StoreFixture.get(store.store().snapshot());
    store.execute("insert into child(parent) values(1)");

    store.crash();

    assertEquals(List.of("a,3"), store.rows("select * from names"));
    assertEquals(
        List.of("100,1,2", "105,1,2", "115,1,2"), store.rows("select * from child order by id"));
  }

  @Test
  void rowsOfAScriptMayHoldValuesThatKnowTheirColumnsType() {
    open();

    store.schema(
        """
        create table typed(id int primary key, list int array, color enum('red', 'blue'),
            pair row(a int, b varchar));
        insert into typed values(1, array[1, null, 3], 'blue', row(1, 'x'));
        update typed set list = array[4] where id = 1;
        """);
    store.crash();

    assertEquals(List.of("[4],blue,ROW (1, x)"), store.rows("select list, color, pair from typed"));
  }
}
