package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Rows whose reference leads to no row, which H2 itself leaves now and then. */
class DanglingReferenceTest {
  private final MemoryChunks chunks = new MemoryChunks();
  private final Logger logger = (Logger) LoggerFactory.getLogger(ScriptRestore.class);
  private final ListAppender<ILoggingEvent> told = new ListAppender<>();

  @BeforeEach
  void listen() {
    told.start();
    logger.setLevel(Level.WARN); // the tests' configuration hides it
    logger.addAppender(told);
  }

  @AfterEach
  void hearNoMore() {
    logger.detachAppender(told);
    logger.setLevel(null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ON UPDATE CASCADE | UPDATE t SET id = id + 10",
        "ON UPDATE SET NULL | UPDATE t SET id = id + 10",
        "ON DELETE SET DEFAULT | DELETE FROM t WHERE id = 1",
        "ON DELETE SET DEFAULT | DELETE FROM t WHERE id IN (1, 2)"
      })
  void areBroughtBackAndTold(String action, String change) throws Exception {
    try (Library original = Library.empty()) {
      original.schema(
          "CREATE TABLE t(id INTEGER PRIMARY KEY, p INTEGER DEFAULT 1, CONSTRAINT up"
              + " FOREIGN KEY(p) REFERENCES t "
              + action
              + ")");
      original.write("INSERT INTO t VALUES (1, NULL), (2, 1), (3, 2)");
      original.write(change);
      SnapshotManifest manifest = original.dump(chunks, DumpSettings.DEFAULT);

      try (Library byTrees = Library.restoreWithTrees(manifest, chunks);
          Library byStatements = Library.restoreByStatements(manifest, chunks)) {
        byTrees.expectSameAs(original);
        byStatements.expectSameAs(original);
      }
    }
    List<String> dangling =
        told.list.stream()
            .filter(event -> event.getLevel() == Level.WARN)
            .map(ILoggingEvent::getFormattedMessage)
            .filter(message -> message.contains("a reference leads to no row: constraint=UP of"))
            .toList();
    assertEquals(2, dangling.size(), told.list.toString());
  }
}
