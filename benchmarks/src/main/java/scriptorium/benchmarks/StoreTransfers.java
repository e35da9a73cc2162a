package scriptorium.benchmarks;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import scriptorium.actors.Mutation;
import scriptorium.actors.ReadReply;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.Store;
import scriptorium.actors.WriteReply;
import scriptorium.benchmarks.workload.AccountTable;
import scriptorium.benchmarks.workload.BalanceChecker;
import scriptorium.benchmarks.workload.Transfer;
import scriptorium.benchmarks.workload.Transfers;
import scriptorium.drills.embedded.LocalStore;

/**
 * Transfers through the façade. One that is refused and has a mutation of its own throws, and is
 * rolled back; in a mutation of several it is left out.
 */
final class StoreTransfers extends StoreWrites {

  private static final int ACCOUNTS_PER_FILL = 10_000;

  /** How a mutation says that there was not enough, and not that something failed. */
  private static final String NOT_ENOUGH = "BN001";

  private final Transfers transfers;

  StoreTransfers(Store store, boolean shared, Transfers transfers) {
    super(store, shared);
    this.transfers = transfers;
  }

  /** Gives the store its accounts. */
  static void createTable(Store store) throws InterruptedException, ExecutionException {
    LocalStore.await(store.migrate(List.of(SchemaScript.adHoc("bench", AccountTable.SCHEMA))))
        .orThrow();
    for (int first = 0; first < Transfers.ACCOUNTS; first += ACCOUNTS_PER_FILL) {
      int from = first;
      Mutation<Integer> fill =
          connection -> {
            AccountTable.fill(connection, from, from + ACCOUNTS_PER_FILL);
            return ACCOUNTS_PER_FILL;
          };
      LocalStore.await(store.write("fill", fill)).orThrow();
    }
  }

  @Override
  CompletionStage<Integer> write(long first, int count) {
    return count == 1 ? transfer(transfers.of(first)) : transferAll(first, count);
  }

  /** 1 when it was done, 0 when it was refused. */
  CompletionStage<Integer> transfer(Transfer transfer) {
    Mutation<Integer> mutation =
        connection -> {
          try (AccountTable table = AccountTable.of(connection)) {
            if (!table.transfer(transfer)) {
              throw new SQLException("not enough: account=" + transfer.from(), NOT_ENOUGH);
            }
            return 1;
          }
        };
    return store().write("transfer", mutation).thenApply(StoreTransfers::done);
  }

  private static int done(WriteReply<Integer> reply) {
    if (reply instanceof WriteReply.Refused<Integer> refused
        && refused.sqlState().equals(NOT_ENOUGH)) {
      return 0;
    }
    reply.orThrow();
    return 1;
  }

  private CompletionStage<Integer> transferAll(long first, int count) {
    Mutation<Integer> mutation =
        connection -> {
          try (AccountTable table = AccountTable.of(connection)) {
            int done = 0;
            for (int i = 0; i < count; i++) {
              done += table.transfer(transfers.of(first + i)) ? 1 : 0;
            }
            return done;
          }
        };
    return store().write("transfers", mutation).thenApply(reply -> reply.orThrow().value());
  }

  @Override
  public void clear() throws InterruptedException, ExecutionException {
    ReadReply<Boolean> read =
        LocalStore.await(
            store()
                .read(
                    connection -> {
                      BalanceChecker.check(name(), connection);
                      return true;
                    }));
    if (!(read instanceof ReadReply.Answered<Boolean>)) {
      throw new IllegalStateException("balances cannot be checked: side=" + name() + " " + read);
    }
  }
}
