package scriptorium.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Side.Measured;
import scriptorium.benchmarks.workload.Transfers;

/** What is true of every peer. */
final class PeerChecks {

  private static final Duration LENGTH = Duration.ofMillis(300);

  private PeerChecks() {}

  /** Each of its sides writes at each of its levels, and ends the measurement in good order. */
  static void expectEverySideMeasures(Peer peer) throws Exception {
    for (Side side : peer.inserts()) {
      for (int outstanding : side.levels(List.of(1, 256))) {
        expectWrites(side, outstanding);
      }
    }
    for (Transfers transfers : List.of(Transfers.uniform(1), Transfers.skewed(1))) {
      for (Side side : peer.transfers(transfers)) {
        expectWrites(side, Transfers.CALLERS);
        expectWrites(side, Transfers.CALLERS * 2);
      }
    }
  }

  private static void expectWrites(Side side, int outstanding) throws Exception {
    Measured measured = side.measure(outstanding, LENGTH);
    side.clear();

    assertTrue(measured.latencies().size() > 0, side.name() + " at " + outstanding);
    assertTrue(!side.difference().isEmpty() && !side.manner(outstanding).isEmpty());
  }

  static void expect(Connection connection, String sql, Object value) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertTrue(result.next(), sql);
      assertEquals(String.valueOf(value), result.getString(1), sql);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
