package scriptorium.benchmarks;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import scriptorium.benchmarks.workload.AccountTable;
import scriptorium.benchmarks.workload.BalanceChecker;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.ThreadLoop;
import scriptorium.benchmarks.workload.Transfers;

/** Transfers in H2 on one thread, committed in groups: what H2 itself can do. */
final class BareTransfers implements Side {

  private final Connection connection;
  private final Transfers transfers;
  private final AtomicLong nextNumber = new AtomicLong();

  /** In a database with accounts whose connection does not commit by itself. */
  BareTransfers(Connection connection, Transfers transfers) {
    this.connection = connection;
    this.transfers = transfers;
  }

  @Override
  public String name() {
    return BARE_H2;
  }

  @Override
  public String manner(int outstanding) {
    return "commit each " + outstanding;
  }

  @Override
  public String difference() {
    return "nothing is durable, captured or answered; one thread keeps its statements prepared";
  }

  @Override
  public Measured measure(int outstanding, Duration length)
      throws InterruptedException, ExecutionException, TimeoutException, SQLException {
    try (AccountTable table = AccountTable.of(connection)) {
      return ThreadLoop.run(
          1, outstanding, length, nextNumber, (caller, first, count) -> write(table, first, count));
    }
  }

  private int write(AccountTable table, long first, int count) throws SQLException {
    int committed = 0;
    for (int i = 0; i < count; i++) {
      committed += table.transfer(transfers.of(first + i)) ? 1 : 0;
    }
    connection.commit();
    return committed;
  }

  @Override
  public void clear() throws SQLException {
    BalanceChecker.check(name(), connection);
  }
}
