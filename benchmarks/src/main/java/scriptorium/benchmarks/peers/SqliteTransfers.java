package scriptorium.benchmarks.peers;

import java.sql.Connection;
import java.sql.SQLException;
import scriptorium.benchmarks.workload.AccountTable;
import scriptorium.benchmarks.workload.BalanceChecker;
import scriptorium.benchmarks.workload.Transfers;

/** Transfers in SQLite on one thread. */
final class SqliteTransfers extends GroupSide {

  private final Connection connection;
  private final Transfers transfers;

  /** The connection must not commit by itself. */
  SqliteTransfers(Connection connection, Transfers transfers) {
    super(SqlitePeer.NAME, 1);
    this.connection = connection;
    this.transfers = transfers;
  }

  @Override
  public String difference() {
    return SqlitePeer.DIFFERENCE;
  }

  @Override
  int write(int caller, long first, int count) throws SQLException {
    int committed = 0;
    try (AccountTable table = AccountTable.of(connection)) {
      for (int i = 0; i < count; i++) {
        if (table.transfer(transfers.of(first + i))) {
          committed++;
        }
      }
    }
    connection.commit();
    return committed;
  }

  @Override
  public void clear() throws SQLException {
    BalanceChecker.check(name(), connection);
    connection.commit();
  }
}
