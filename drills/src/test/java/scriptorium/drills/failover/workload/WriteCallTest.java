package scriptorium.drills.failover.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.drills.failover.history.ClientWrite;
import scriptorium.drills.failover.history.History;
import scriptorium.drills.failover.history.HistoryWriter;
import scriptorium.drills.failover.history.Verdict;
import scriptorium.drills.failover.process.EventLine;

/** A write against a node that answers as it is told, over a real socket. */
class WriteCallTest {

  private static final String HANG_UP = "hang up";

  private final DrillMutation mutation = new DrillMutation.DeleteItem(new UUID(7, 1), 4);
  private final List<String> asked = new ArrayList<>();
  private final ServerSocket node;

  @TempDir private Path folder;

  WriteCallTest() throws IOException {
    node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @BeforeEach
  void nothingAskedYet() {
    asked.clear();
  }

  @AfterEach
  void closeNode() throws IOException {
    node.close();
  }

  @Test
  void anAcknowledgementEndsIt() throws Exception {
    ClientWrite write = send("OK 17 3");

    assertEquals(Verdict.ACKNOWLEDGED, write.verdict());
    assertEquals(17, write.sequenceNumber());
    assertEquals(List.of("WRITE"), asked);
  }

  @Test
  void aRefusalOfTheOnlyAttemptEndsIt() throws Exception {
    assertEquals(Verdict.REFUSED, send("REFUSED 23513").verdict());
    assertEquals(List.of("WRITE"), asked);
  }

  @Test
  void notDoneIsTriedAgain() throws Exception {
    ClientWrite write = send("LATER busy", "LATER busy", "OK 18 -");

    assertEquals(Verdict.ACKNOWLEDGED, write.verdict());
    assertEquals(3, write.attempts());
  }

  @Test
  void aRefusalBehindALostAnswerIsSettledByTheOutcome() throws Exception {
    ClientWrite write = send(HANG_UP, "REFUSED 23505", "COMMITTED 19");

    assertEquals(Verdict.ACKNOWLEDGED, write.verdict());
    assertEquals(19, write.sequenceNumber());
    assertEquals(List.of("WRITE", "WRITE", "OUTCOME"), asked);
  }

  @Test
  void aRefusalBehindAnUnknownIsFinalOnlyWhenTheOutcomeIsNever() throws Exception {
    ClientWrite write = send("UNKNOWN journal", "REFUSED 23505", "LATER no writer", "NEVER");

    assertEquals(Verdict.REFUSED, write.verdict());
    assertEquals(List.of("WRITE", "WRITE", "OUTCOME", "OUTCOME"), asked);
  }

  @Test
  void withoutAnswerBeforeTheDeadlineItIsUnknown() throws Exception {
    ClientWrite write = sendUntil(EventLine.nowMicros(), HANG_UP);

    assertEquals(Verdict.UNKNOWN, write.verdict());
    assertEquals(List.of("WRITE"), asked);
  }

  private ClientWrite send(String... answers) throws Exception {
    return sendUntil(EventLine.nowMicros() + 20_000_000, answers);
  }

  private ClientWrite sendUntil(long deadlineMicros, String... answers) throws Exception {
    Thread answering = new Thread(() -> answer(List.of(answers)), "node");
    answering.start();
    Path file = folder.resolve("history");
    try (HistoryWriter history = HistoryWriter.create(file);
        NodeConnection connection = new NodeConnection(List.of(node.getLocalPort()), 0)) {
      OptionalLong value =
          new WriteCall(history, new ClientCounters(), connection, 0, mutation)
              .send(deadlineMicros);
      assertEquals(answers[0].equals("OK 17 3"), value.isPresent());
    }
    answering.join();
    return History.read(file).writes().get(0);
  }

  private void answer(List<String> answers) {
    int next = 0;
    while (next < answers.size()) {
      try (Socket client = node.accept()) {
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        String line;
        while (next < answers.size() && (line = in.readLine()) != null) {
          asked.add(line.split(" ", 2)[0]);
          String answer = answers.get(next++);
          if (answer.equals(HANG_UP)) {
            break;
          }
          client.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
