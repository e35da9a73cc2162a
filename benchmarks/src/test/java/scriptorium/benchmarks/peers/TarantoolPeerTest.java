package scriptorium.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import scriptorium.benchmarks.workload.Transfer;
import scriptorium.benchmarks.workload.Transfers;

/** Runs where Tarantool is installed. */
class TarantoolPeerTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private TarantoolPeer peer;

  @BeforeEach
  void open(@TempDir Path folder) throws Exception {
    try {
      peer = TarantoolPeer.open(folder);
    } catch (PeerUnavailableException e) {
      throw new TestAbortedException(String.valueOf(e.getMessage()));
    }
  }

  @AfterEach
  void close() {
    if (peer != null) {
      peer.close();
    }
  }

  @Test
  void transfersAndRefuses() throws Exception {
    assertEquals("1", peer.process().ask("move 1 2 10000", LIMIT));
    assertEquals("0", peer.process().ask("move 1 2 1", LIMIT));

    assertEquals("100000 1000000000 0", peer.process().ask("clear", LIMIT));
  }

  @Test
  void drawsTheSameTransfers() throws Exception {
    for (Transfers transfers : List.of(Transfers.uniform(Long.MAX_VALUE), Transfers.skewed(42))) {
      for (long number = 0; number < 100; number++) {
        Transfer expected = transfers.of(number);
        assertEquals(
            expected.from() + " " + expected.to() + " " + expected.amount(),
            peer.process().ask("draw " + number + " " + TarantoolPeer.words(transfers), LIMIT));
      }
    }
  }

  @Test
  void everySideMeasures() throws Exception {
    PeerChecks.expectEverySideMeasures(peer);
  }

  @Test
  void anAnswerOfFailureIsAFailure() {
    IllegalStateException failed =
        assertThrows(IllegalStateException.class, () -> peer.process().ask("nonsense", LIMIT));

    assertTrue(failed.toString().contains("question='nonsense' answer='failed"));
  }
}
