package scriptorium.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenPeersTest {

  @TempDir Path folder;

  @Test
  void aProgramThatIsNotThereIsToldWithTheWayToGetIt() {
    PeerUnavailableException missing =
        assertThrows(
            PeerUnavailableException.class,
            () -> TarantoolProcess.start(List.of("no-such-program"), folder));

    assertTrue(missing.toString().contains("apt-get install tarantool"), missing.toString());
  }

  @Test
  void aPeerThatCannotStartIsLeftOutAndTheOthersGoOn() throws Exception {
    // Where its folder should be there is none.
    PeerUnavailableException broken =
        assertThrows(
            PeerUnavailableException.class,
            () -> PeerKind.SQLITE.open(folder.resolve("none").resolve("below")));
    assertTrue(broken.toString().contains("cannot be started: "), broken.toString());

    try (OpenPeers peers = OpenPeers.open(List.of(PeerKind.PREVAYLER), folder)) {
      assertEquals(1, peers.inserts().size());
      assertTrue(peers.missing().isEmpty());
    }
  }

  @Test
  void aServerEndsWithItsPeer() throws Exception {
    Path home = folder.toAbsolutePath();
    try (OpenPeers peers = OpenPeers.open(List.of(PeerKind.POSTGRES), folder)) {
      assertEquals(2, peers.inserts().size());
      assertTrue(serversIn(home) > 0);
    }

    assertEquals(0, serversIn(home));
  }

  /** Programs that were started from below the folder, which names them and nothing else. */
  private static long serversIn(Path home) {
    return ProcessHandle.allProcesses()
        .flatMap(handle -> handle.info().command().stream())
        .filter(command -> command.startsWith(home.toString()))
        .count();
  }
}
