package scriptorium.actors;

import java.nio.file.Path;
import java.util.List;
import scriptorium.actors.GateTrigger.Gate;

/** A process that stands still in the middle of a schema change, to be killed there. */
final class MigrationProgram {

  static final String SCRIPT =
      """
      alter table word add column more int default 7;
      update word set text = 'changed' where id = 0;
      """;

  /** What it says when it stands still. */
  static final String THERE = "there";

  private MigrationProgram() {}

  /** Arguments: folder, the run of the script to stand still in. */
  public static void main(String[] args) {
    int run = Integer.parseInt(args[1]);
    try (StoreFixture store = StoreFixture.in(Path.of(args[0])).ready();
        Gate trial = GateTrigger.at(GateTrigger.TRIAL);
        Gate pause = GateTrigger.at(GateTrigger.PAUSE)) {
      store.schema(
          "create table word(id int primary key, text varchar);"
              + GateTrigger.on("word")
              + "insert into word values(0, 'zero')");
      var unused = store.store().migrate(List.of(SchemaScript.adHoc("script.sql", SCRIPT)));
      trial.await();
      store.execute("insert into word values(1, 'one')");
      if (run == GateTrigger.PAUSE) {
        trial.open();
        pause.await();
      }
      System.out.println(THERE);
      System.out.flush();
      Thread.currentThread().join(); // for ever
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
