package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.BlockingStore;

/** The program of docs/migrations.md does what is said there. */
class PaintStoreTest {

  @Test
  void completesItsColoursAtEachStart(@TempDir Path folder) {
    run(folder, store -> store.write("lose", sql -> update(sql, "DELETE FROM colour")).orThrow());

    run(folder, store -> assertEquals(3, store.read(PaintStoreTest::colours).orThrow().value()));
  }

  @Test
  void standsInTheDocumentAsItIsCompiled() throws IOException {
    Documents.assertShows("docs/migrations.md", "PaintStore.java");
  }

  private interface Work {
    void on(BlockingStore store);
  }

  private static void run(Path folder, Work work) {
    Config config =
        ConfigFactory.parseMap(Map.of("scriptorium.data-dir", folder.toString()))
            .withFallback(ConfigFactory.load());
    ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), "paint", config);
    try {
      BlockingStore store = PaintStore.open(system).blocking();
      store.ready();
      work.on(store);
    } finally {
      ActorTestKit.shutdown(system);
    }
  }

  private static int update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static int colours(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM colour")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
