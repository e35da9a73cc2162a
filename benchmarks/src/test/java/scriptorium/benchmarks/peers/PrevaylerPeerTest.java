package scriptorium.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.prevayler.Prevayler;
import scriptorium.benchmarks.workload.Transfer;
import scriptorium.benchmarks.workload.Transfers;

class PrevaylerPeerTest {

  @TempDir Path folder;

  @Test
  void whatItWroteIsInItsJournal() throws Exception {
    Prevayler<PrevaylerSystem> prevayler = PrevaylerPeer.start(folder);
    assertEquals(2, new PrevaylerInserts(prevayler).write(0, 7, 2));
    int done =
        prevayler.execute(
            PrevaylerWrite.transfers(List.of(new Transfer(1, 2, 10_000), new Transfer(1, 2, 1))));
    prevayler.close();

    Prevayler<PrevaylerSystem> restarted = PrevaylerPeer.start(folder);

    assertEquals(1, done);
    assertEquals(2, restarted.prevalentSystem().parcels());
    assertEquals(0, restarted.prevalentSystem().lowest());
    new PrevaylerTransfers(restarted, Transfers.uniform(1)).clear();
    restarted.close();
  }

  @Test
  void everySideMeasures() throws Exception {
    try (Peer peer = PrevaylerPeer.open(folder)) {
      PeerChecks.expectEverySideMeasures(peer);
    }
  }

  @Test
  void clearedRowsMayBeInsertedAgain() throws Exception {
    Prevayler<PrevaylerSystem> prevayler = PrevaylerPeer.start(folder);
    PrevaylerInserts inserts = new PrevaylerInserts(prevayler);
    inserts.write(0, 7, 1);
    assertThrows(IllegalStateException.class, () -> inserts.write(0, 7, 1));

    inserts.clear();

    assertEquals(1, inserts.write(0, 7, 1));
    prevayler.close();
  }
}
