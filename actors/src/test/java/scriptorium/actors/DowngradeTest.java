package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.StoreSettings.Downgrade;

/** An older program on a newer store. */
final class DowngradeTest {

  private static final SchemaScript V1 =
      SchemaScript.numbered(
          1,
          "V1__word.sql",
          "create table word(id int primary key, text varchar);"
              + " insert into word values(1, 'one');");
  private static final SchemaScript V2 =
      SchemaScript.numbered(
              2,
              "V2__length.sql",
              "alter table word add column length int; update word set length = 3;")
          .withDown("U2__length.sql", "alter table word drop column length;");
  private static final SchemaScript V3 =
      SchemaScript.numbered(3, "V3__verb.sql", "create table verb(id int primary key);")
          .withDown("U3__verb.sql", "insert into word(id) values(3);\ndrop table verb;");

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

  @Test
  void refusesToWriteUnlessToldTo() {
    store.program(V1, V2, V3).ready();

    String failure = store.program(V1).failure();

    assertTrue(failure.contains("store=3 (V3__verb.sql) program=1"), failure);
    assertTrue(failure.contains("scriptorium.store.schema.downgrade = run"), failure);
    assertEquals(
        List.of("UP V1__word.sql", "UP V2__length.sql", "UP V3__verb.sql"), store.labels());
  }

  @Test
  void runsTheStoredDownScriptsNewestFirstEachAsOneEvent() {
    store.program(V1, V2, V3).ready();

    StoreFixture older = store.program(Downgrade.RUN, V1).ready();

    assertEquals(List.of("1,one", "3,null"), older.rows("select * from word order by id"));
    assertEquals(
        List.of(
            "UP V1__word.sql",
            "UP V2__length.sql",
            "UP V3__verb.sql",
            "DOWN U3__verb.sql",
            "DOWN U2__length.sql"),
        store.labels());
    assertEquals(List.of("2"), store.program(V1).ready().rows("select count(*) from word"));
  }

  @Test
  void goesUpAgainAfterwards() {
    store.program(V1, V2).ready();
    store.program(Downgrade.RUN, V1).ready();

    StoreFixture newer = store.program(V1, V2).ready();

    assertEquals(List.of("1,one,3"), newer.rows("select * from word"));
  }

  @Test
  void findsTheDownScriptsInASnapshotToo() {
    StoreFixture newer = store.program(V1, V2).ready();
    StoreFixture.get(newer.store().snapshot());

    StoreFixture older = store.program(Downgrade.RUN, V1).ready();

    assertEquals(List.of("1,one"), older.rows("select * from word"));
    assertTrue(older.store().status().recovery().orElseThrow().snapshotNumber().value() > 0);
  }

  @Test
  void runsNothingWhereOneOfThemCannotBeTakenDown() {
    SchemaScript lasting = SchemaScript.numbered(2, "V2__x.sql", "create table x(id int)");
    store.program(V1, lasting, V3).ready();
    List<String> before = store.changesAsBytes();

    String failure = store.program(Downgrade.RUN, V1).failure();

    assertTrue(failure.contains("without a down script: version=2 name=V2__x.sql"), failure);
    assertTrue(failure.contains("nothing was run"), failure);
    assertEquals(before, store.changesAsBytes());
  }

  @Test
  void stopsAtADownScriptThatFailsAndSaysWhere() {
    SchemaScript failing =
        SchemaScript.numbered(2, "V2__x.sql", "create table x(id int primary key)")
            .withDown("U2__x.sql", "insert into x values(1);\n\ndrop table gone;");
    store.program(V1, failing, V3).ready();

    String failure = store.program(Downgrade.RUN, V1).failure();

    assertTrue(failure.contains("script=U2__x.sql line=3 statement=drop table gone"), failure);
    assertTrue(failure.contains("sqlState=42S02"), failure);
    StoreFixture middle = store.program(V1, failing).ready(); // V3 went down, V2 stays whole
    assertEquals(List.of("0"), middle.rows("select count(*) from x"));
  }

  @Test
  void neverTakesAChangeByHandDown() {
    store.program(V1, V2).ready();
    store.migrated(SchemaScript.adHoc("by hand", "create table scratch(id int)"));

    StoreFixture older = store.program(Downgrade.RUN, V1).ready();

    assertEquals(List.of("0"), older.rows("select count(*) from scratch"));
  }

  @Test
  void tellsWhatItTookDown() {
    store.program(Downgrade.RUN).ready();
    store.migrated(V1, V2, V3);

    MigrationReply.Migrated down = store.migrated(V1);

    assertEquals(List.of("U3__verb.sql", "U2__length.sql"), down.takenDown());
    assertEquals(List.of(), down.applied());
  }
}
