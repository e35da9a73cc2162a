package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of enums and the like, complete at every start. */
final class RepeatableScriptTest {

  private static final SchemaScript V1 =
      SchemaScript.numbered(
          1,
          "V1__colour.sql",
          """
          create table colour(id int primary key, name varchar unique);
          create table paint(id int generated always as identity primary key,
              colour int references colour);
          create sequence numbers;
          """);
  private static final SchemaScript COLOURS =
      SchemaScript.repeatable(
          "R__colours.sql",
          """
          merge into colour values(1, 'red'), (2, 'green');
          -- a comment
          update colour set name = 'blue' where id = 3;
          """);

  @TempDir Path folder;
  private MigrationFixture store;

  @BeforeEach
  void prepare() {
    store = new MigrationFixture(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static List<String> colours(StoreFixture store) {
    return store.rows("select * from colour order by id");
  }

  @Test
  void completesRowsAtEveryStartAndJournalsOnlyWhatChanged() {
    StoreFixture first = store.program(V1, COLOURS).ready();
    assertEquals(List.of("1,red", "2,green"), colours(first));
    store.program(V1, COLOURS).ready();
    store.store().execute("delete from colour where id = 2");

    StoreFixture again = store.program(V1, COLOURS).ready();

    assertEquals(List.of("1,red", "2,green"), colours(again));
    assertEquals(
        List.of("UP V1__colour.sql", "R__colours.sql", "test", "R__colours.sql"), store.labels());
  }

  @Test
  void completesRowsThatASnapshotDoesNotHave() {
    StoreFixture older = store.program(V1).ready();
    older.execute("insert into colour values(1, 'red')");
    StoreFixture.get(older.store().snapshot());

    StoreFixture newer = store.program(V1, COLOURS).ready();

    assertTrue(newer.store().status().recovery().orElseThrow().snapshotNumber().value() > 0);
    assertEquals(List.of("1,red", "2,green"), colours(newer));
  }

  @Test
  void runsAfterThePendingNumberedScriptsAndByName() {
    SchemaScript later =
        SchemaScript.repeatable("R__z.sql", "update colour set shade = id where shade is null");
    SchemaScript v2 =
        SchemaScript.numbered(2, "V2__shade.sql", "alter table colour add column shade int");

    StoreFixture ready =
        store
            .program(
                later,
                V1,
                v2,
                SchemaScript.repeatable("R__a.sql", "merge into colour(id, name) values(1, 'red')"))
            .ready();

    assertEquals(List.of("1,red,1"), colours(ready));
    assertEquals(
        List.of("UP V1__colour.sql", "UP V2__shade.sql", "R__a.sql", "R__z.sql"), store.labels());
  }

  @Test
  void journalsNothingWhereOnlyASequenceMoved() {
    SchemaScript asks =
        SchemaScript.repeatable(
            "R__x.sql", "delete from colour where id = next value for numbers + 1000");

    StoreFixture ready = store.program(V1, asks).ready();

    ready.execute("insert into colour values(next value for numbers, 'next')");
    assertEquals(List.of("UP V1__colour.sql", "test"), store.labels());
  }

  @Test
  void journalsNothingWhereARowIsPutBackAsItWas() {
    SchemaScript replaces =
        SchemaScript.repeatable(
            "R__x.sql", "delete from colour; insert into colour values(1, 'red')");
    store.program(V1, replaces).ready();

    store.program(V1, replaces).ready();

    assertEquals(List.of("UP V1__colour.sql", "R__x.sql"), store.labels());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "create table t(id int) | belongs into a numbered script",
        "drop table colour | belongs into a numbered script",
        "truncate table colour | belongs into a numbered script",
        "commit | all or nothing",
        "select 1 | a query changes nothing",
        "set autocommit true | settings belong to the store"
      })
  void refusesWhatChangesMoreThanRowsBeforeAnythingRuns(String sql, String reason) {
    store.program(V1).ready();

    MigrationReply.Refused refused =
        store.refused(
            V1,
            SchemaScript.repeatable(
                "R__bad.sql", "insert into colour values(9, 'x');\n" + sql + ";"));

    assertEquals("R__bad.sql", refused.script());
    assertEquals(2, refused.line());
    assertEquals(sql, refused.statement());
    assertEquals("0A000", refused.sqlState());
    assertTrue(refused.message().contains(reason), refused.message());
    assertEquals(List.of(), colours(store.store()));
    assertEquals(List.of("UP V1__colour.sql"), store.labels());
  }

  @Test
  void leavesNothingWhereItsThirdStatementFails() {
    store.program(V1, COLOURS).ready();
    List<String> before = store.changesAsBytes();
    SchemaScript failing =
        SchemaScript.repeatable(
            "R__failing.sql",
            """
            insert into colour values(7, 'black');
            delete from colour where id = 1;
            insert into colour
              values(8, 'green');
            """);

    String failure = store.program(V1, COLOURS, failing).failure();

    assertTrue(
        failure.contains(
            "script=R__failing.sql line=3 statement=insert into colour values(8, 'green')"
                + " sqlState=23505"),
        failure);
    assertEquals(before, store.changesAsBytes());
    assertEquals(List.of("1,red", "2,green"), colours(store.program(V1, COLOURS).ready()));
  }

  @Test
  void tellsWhatItRefreshed() {
    store.program(V1).ready();

    assertEquals(List.of("R__colours.sql"), store.migrated(V1, COLOURS).refreshed());
    assertEquals(List.of(), store.migrated(V1, COLOURS).refreshed());
  }

  @Test
  void journalsMoreRowsThanAnEventHolds() {
    end();
    StoreFixture large =
        StoreFixture.in(
                folder.resolve("large"),
                "scriptorium.store.write.part-bytes = 1 KiB",
                settings ->
                    settings.withSchema(
                        List.of(
                            V1,
                            SchemaScript.repeatable(
                                "R__many.sql",
                                "merge into colour select x, 'colour ' || x"
                                    + " from system_range(1, 1000)"))))
            .ready();
    try (large) {
      large.crash();

      assertEquals(List.of("1000"), large.rows("select count(*) from colour"));
    }
  }

  private void end() {
    store.end();
  }
}
