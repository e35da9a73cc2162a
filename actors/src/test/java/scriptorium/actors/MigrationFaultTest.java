package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import akka.actor.typed.javadsl.Adapter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.StoreSettings.Downgrade;

/** A journal that fails around schema scripts, of a program that would also take them down. */
final class MigrationFaultTest {

  private static final SchemaScript V1 =
      SchemaScript.numbered(1, "V1__word.sql", "create table word(id int primary key)");
  private static final SchemaScript V2 =
      SchemaScript.numbered(2, "V2__verb.sql", "create table verb(id int primary key)")
          .withDown("U2__verb.sql", "drop table verb");
  private static final SchemaScript ROWS =
      SchemaScript.repeatable("R__words.sql", "merge into word values(1), (2)");

  @TempDir Path folder;
  private StoreFixture store;
  private FaultyJournal.Faults faults;

  @BeforeEach
  void open() {
    store =
        StoreFixture.in(
                folder,
                FaultyJournal.SETTINGS,
                settings -> settings.withSchema(List.of(V1)).withDowngrade(Downgrade.RUN))
            .ready();
    faults = FaultyJournal.Faults.of(Adapter.toClassic(store.system()));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private MigrationReply migrate(SchemaScript... scripts) {
    return StoreFixture.get(store.store().migrate(List.of(scripts)));
  }

  @Test
  void keepsWhatWasAppliedByCallWhenANewWriterBegins() {
    migrate(V1, V2).orThrow();
    store.execute("insert into verb values(1)");
    faults.failBefore();
    store.write("insert into verb values(2)"); // unknown: a new writer begins

    store.execute("insert into verb values(3)");

    assertEquals(List.of("1", "3"), store.rows("select id from verb order by id"));
  }

  @Test
  void keepsAScriptThatWasDurableThoughNobodyWasTold() {
    faults.failAfter();

    assertInstanceOf(MigrationReply.Unknown.class, migrate(V1, V2));

    store.execute("insert into verb values(1)");
    assertEquals(List.of("1"), store.rows("select id from verb"));
  }

  @Test
  void completesRowsByTheNextWriterWhenTheJournalLosesThem() {
    faults.failBefore();

    assertInstanceOf(MigrationReply.Unknown.class, migrate(V1, ROWS));

    store.execute("insert into word values(3)");
    assertEquals(List.of("1", "2", "3"), store.rows("select id from word order by id"));
    store.crash();
    assertEquals(List.of("1", "2", "3"), store.rows("select id from word order by id"));
  }
}
