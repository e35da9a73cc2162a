package scriptorium.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.benchmarks.peers.PeerChecks.execute;
import static scriptorium.benchmarks.peers.PeerChecks.expect;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfer;
import scriptorium.benchmarks.workload.Transfers;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresPeerTest {

  private PostgresPeer peer;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    peer = PostgresPeer.open(folder);
  }

  @AfterAll
  void stop() {
    peer.close();
  }

  @Test
  void insertsRowsOfOneCommit() throws Exception {
    PostgresInserts inserts = new PostgresInserts("one", List.of(peer.connection()));

    assertEquals(1, inserts.write(0, 7, 1));
    assertEquals(2, inserts.write(0, 8, 2));

    expect(peer.connection(), "SELECT COUNT(*) FROM PARCEL", 3);
    expect(peer.connection(), "SELECT NOTE FROM PARCEL WHERE ID = 8", Parcel.of(8).note());
    inserts.clear();
    expect(peer.connection(), "SELECT COUNT(*) FROM PARCEL", 0);
  }

  @Test
  void transfersAndRefuses() throws Exception {
    Connection connection = peer.connection();
    execute(connection, "UPDATE ACCOUNT SET BALANCE = " + Transfers.OPENING_BALANCE);

    int done =
        PostgresTransfers.transfer(
            connection,
            List.of(new Transfer(1, 2, 100), new Transfer(3, 4, 1_000_000), new Transfer(2, 1, 1)));

    assertEquals(2, done);
    expect(connection, "SELECT BALANCE FROM ACCOUNT WHERE ID = 1", 9901);
    expect(connection, "SELECT BALANCE FROM ACCOUNT WHERE ID = 2", 10_099);
    expect(connection, "SELECT BALANCE FROM ACCOUNT WHERE ID = 3", 10_000);
  }

  @Test
  void everySideMeasures() throws Exception {
    PeerChecks.expectEverySideMeasures(peer);
  }

  @Test
  void lostMoneyEndsTheMeasurement() throws Exception {
    Side transfers = peer.transfers(Transfers.uniform(1)).get(0);
    transfers.clear();

    execute(peer.connection(), "UPDATE ACCOUNT SET BALANCE = BALANCE - 1 WHERE ID = 5");
    assertThrows(IllegalStateException.class, transfers::clear);
    execute(peer.connection(), "UPDATE ACCOUNT SET BALANCE = BALANCE + 1 WHERE ID = 5");
  }

  @Test
  void commitsAreOnTheDisk() throws Exception {
    expect(peer.connection(), "SHOW fsync", "on");
    expect(peer.connection(), "SHOW synchronous_commit", "on");
  }

  @Test
  void severalConnectionsBeginWithARowEach() {
    Side many = peer.inserts().get(1);

    assertEquals(List.of(64, 256), many.levels(List.of(1, 16, 256)));
    assertEquals(List.of(64), many.levels(List.of(64)));
    assertTrue(many.levels(List.of(1, 16)).isEmpty());
  }
}
