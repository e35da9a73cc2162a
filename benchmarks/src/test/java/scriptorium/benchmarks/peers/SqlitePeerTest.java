package scriptorium.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static scriptorium.benchmarks.peers.PeerChecks.execute;
import static scriptorium.benchmarks.peers.PeerChecks.expect;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;

class SqlitePeerTest {

  private SqlitePeer peer;

  @BeforeEach
  void open(@TempDir Path folder) throws SQLException {
    peer = SqlitePeer.open(folder);
  }

  @AfterEach
  void close() throws SQLException {
    peer.close();
  }

  @Test
  void insertsRowsOfOneCommit() throws SQLException {
    SqliteInserts inserts = new SqliteInserts(peer.connection());

    assertEquals(2, inserts.write(0, 7, 2));

    expect(peer.connection(), "SELECT COUNT(*) FROM PARCEL", 2);
    expect(peer.connection(), "SELECT NOTE FROM PARCEL WHERE ID = 8", Parcel.of(8).note());
    inserts.clear();
    expect(peer.connection(), "SELECT COUNT(*) FROM PARCEL", 0);
  }

  @Test
  void refusesWhereThereIsNotEnough() throws SQLException {
    execute(peer.connection(), "UPDATE ACCOUNT SET BALANCE = 0");

    assertEquals(0, new SqliteTransfers(peer.connection(), Transfers.uniform(1)).write(0, 1, 3));
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
  }

  @Test
  void commitsAreOnTheDisk() throws SQLException {
    expect(peer.connection(), "PRAGMA journal_mode", "wal");
    expect(peer.connection(), "PRAGMA synchronous", 2);
  }
}
