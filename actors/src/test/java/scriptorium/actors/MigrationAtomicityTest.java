package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script is in as a whole, or leaves journal and data as they were. */
final class MigrationAtomicityTest {

  private static final SchemaScript V1 =
      SchemaScript.numbered(
          1,
          "V1__word.sql",
          """
          create table word(id int primary key, text varchar);
          create sequence numbers;
          insert into word select x, 'word ' || x from system_range(1, 100);
          """);
  private static final SchemaScript FAILING =
      SchemaScript.numbered(
          2,
          "V2__failing.sql",
          """
          alter table word add column length int default 0 not null;
          update word set length = char_length(text);

            insert into word
            values(next value for numbers, 'again', 5);
          drop table word;
          """);

  @TempDir Path folder;
  private MigrationFixture store;

  @BeforeEach
  void open() {
    store = new MigrationFixture(folder);
    store.program(V1).ready();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static List<String> everything(StoreFixture store) {
    List<String> all = store.rows("select * from word order by id");
    all.addAll(
        store.rows("select column_name from information_schema.columns where table_name = 'WORD'"));
    all.addAll(store.rows("select base_value from information_schema.sequences"));
    return all;
  }

  @Test
  void leavesJournalAndDataAsTheyWereWhenTheThirdStatementFailsAtTheStart() {
    List<String> data = everything(store.store());
    List<String> journal = store.changesAsBytes();

    String failure = store.program(V1, FAILING).failure();

    assertTrue(
        failure.contains(
            "script=V2__failing.sql line=4 statement=insert into word values(next value for"
                + " numbers, 'again', 5) sqlState=23505"),
        failure);
    assertTrue(failure.contains("Unique index or primary key violation"), failure);
    assertEquals(journal, store.changesAsBytes());
    assertEquals(data, everything(store.program(V1).ready()));
  }

  @Test
  void leavesJournalAndDataAsTheyWereWhenItFailsInARunningStore() {
    List<String> data = everything(store.store());

    MigrationReply.Refused refused = store.refused(V1, FAILING);

    assertEquals("V2__failing.sql", refused.script());
    assertEquals(4, refused.line());
    assertTrue(refused.statement().startsWith("insert into word values("), refused.toString());
    assertEquals("23505", refused.sqlState());
    assertEquals(data, everything(store.store()));
    assertEquals(List.of("UP V1__word.sql"), store.labels());
  }

  @Test
  void mixesSchemaAndRows() {
    SchemaScript split =
        SchemaScript.numbered(
            2,
            "V2__split.sql",
            """
            create table letter(word int references word, place int, letter char(1),
                primary key(word, place));
            insert into letter select w.id, x.x, substring(w.text from x.x for 1)
                from word w, system_range(1, 10) x where x.x <= char_length(w.text);
            alter table word add column letters int;
            update word set letters = (select count(*) from letter where word = word.id);
            alter table word alter column letters set not null;
            delete from letter where letter = ' ';
            """);
    store.migrated(V1, split);

    StoreFixture after = store.program(V1, split).ready();

    assertEquals(
        List.of("6,5"),
        after.rows(
            "select letters, (select count(*) from letter where word = 1) from word where id = 1"));
    assertEquals(List.of("UP V1__word.sql", "UP V2__split.sql"), store.labels());
  }

  @Test
  void keepsTheScriptsBeforeTheOneThatFails() {
    SchemaScript good =
        SchemaScript.numbered(2, "V2__good.sql", "create table good(id int primary key)");
    SchemaScript bad = SchemaScript.numbered(3, "V3__bad.sql", "create table good(id int)");

    assertEquals("V3__bad.sql", store.refused(V1, good, bad).script());

    assertEquals(List.of("UP V1__word.sql", "UP V2__good.sql"), store.labels());
    store.program(V1, good).ready();
  }

  @Test
  void warnsOfATableWithoutAPrimaryKey() {
    SchemaScript keyless =
        SchemaScript.numbered(
            2,
            "V2__log.sql",
            "create table log(text varchar); create table kept(id int primary key)");

    MigrationReply.Migrated reply = store.migrated(V1, keyless);

    assertEquals(1, reply.warnings().size());
    String warning = reply.warnings().get(0);
    assertTrue(warning.contains("table=\"PUBLIC\".\"LOG\" script=V2__log.sql"), warning);
    assertEquals(List.of(), store.migrated(V1, keyless).warnings());
  }
}
