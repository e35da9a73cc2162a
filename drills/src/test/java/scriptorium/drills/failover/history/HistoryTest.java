package scriptorium.drills.failover.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

  private static final UUID ONE = new UUID(7, 1);
  private static final UUID TWO = new UUID(7, 2);

  @TempDir private Path folder;

  @Test
  void readsWhatWasWritten() throws IOException {
    Path file = folder.resolve("history");
    try (HistoryWriter history = HistoryWriter.create(file)) {
      history.sent(10, 3, ONE, false, "transfer 5 from 1 to 2");
      history.sent(11, 4, TWO, true, "violate CHECK");
      history.ended(20, 3, ONE, Verdict.ACKNOWLEDGED, 9, 2);
      history.read(new ClientRead(1, 30, 9, 1000, 5));
    }

    History read = History.read(file);

    assertEquals(
        List.of(
            new ClientWrite(
                ONE, 3, "transfer 5 from 1 to 2", false, 10, 20, Verdict.ACKNOWLEDGED, 9, 2),
            new ClientWrite(TWO, 4, "violate CHECK", true, 11, 0, Verdict.UNKNOWN, 0, 1)),
        read.writes());
    assertEquals(List.of(new ClientRead(1, 30, 9, 1000, 5)), read.reads());
  }

  @Test
  void refusesALineThatIsNotAsWritten() throws IOException {
    Path file = folder.resolve("history");
    Files.writeString(file, "E 20 3 " + ONE + " ACKNOWLEDGED 9 2\n");

    IOException refused = assertThrows(IOException.class, () -> History.read(file));

    assertEquals(
        "history line not as written: file="
            + file
            + " line=1: E 20 3 "
            + ONE
            + " ACKNOWLEDGED 9 2",
        refused.getMessage());
  }
}
