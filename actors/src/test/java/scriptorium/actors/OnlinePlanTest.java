package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.GateTrigger.Gate;
import scriptorium.actors.StoreSettings.Downgrade;

/** Scripts up, down and repeatable in a store that is written meanwhile. */
final class OnlinePlanTest {

  private static final SchemaScript V1 =
      SchemaScript.numbered(
          1,
          "V1__word.sql",
          "create table word(id int primary key, text varchar);"
              + GateTrigger.on("word")
              + "insert into word values(0, 'zero')");
  private static final SchemaScript V2 =
      SchemaScript.numbered(
              2,
              "V2__more.sql",
              "alter table word add column more int default 7;"
                  + "update word set text = 'up' where id = 0; create table bare(id int)")
          .withDown(
              "U2__more.sql",
              "update word set text = 'down' where id = 0; alter table word drop column more;"
                  + "drop table bare");
  private static final SchemaScript ROWS =
      SchemaScript.repeatable("R__rows.sql", "merge into word(id, text) key(id) values(9, 'nine')");

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

  /** Migrates while a row is written behind the trial's back. */
  private MigrationReply.Migrated migratedOver(int id, SchemaScript... scripts) {
    CompletableFuture<MigrationReply> reply;
    try (Gate trial = GateTrigger.at(GateTrigger.TRIAL)) {
      reply = store.store().store().migrate(List.of(scripts)).toCompletableFuture();
      trial.await();
      store.store().execute("insert into word(id, text) values(?, 'word')", id);
    }
    return StoreFixture.get(reply).orThrow();
  }

  @Test
  void runsEachStepOfAPlanWhileWritesGoOn() {
    store.program(Downgrade.RUN, V1).ready();

    MigrationReply.Migrated up = migratedOver(1, V1, V2, ROWS);

    assertEquals(List.of("V2__more.sql"), up.applied());
    assertEquals(List.of("R__rows.sql"), up.refreshed());
    assertEquals(1, up.warnings().size(), up::toString);
    assertEquals(
        List.of("0,up,7", "1,word,7", "9,nine,7"),
        store.store().rows("select * from word order by id"));

    MigrationReply.Migrated down = migratedOver(2, V1);

    assertEquals(List.of("U2__more.sql"), down.takenDown());
    assertEquals(List.of(), down.applied());
    List<String> left = List.of("0,down", "1,word", "2,word", "9,nine");
    assertEquals(left, store.store().rows("select * from word order by id"));
    store.program(V1).ready();
    assertEquals(left, store.store().rows("select * from word order by id"));
    assertEquals(
        List.of(
            "UP V1__word.sql",
            "test",
            "UP V2__more.sql",
            "R__rows.sql",
            "test",
            "DOWN U2__more.sql"),
        store.labels());
  }
}
