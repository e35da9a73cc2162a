package scriptorium.database.internal;

import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.tx.TransactionStore;

/**
 * How many transactions this JVM's H2 lets be open at once.
 *
 * <p>The property {@code h2.maxOpenTransactions} counts only if set before H2 loads, which an
 * embedding program may have done long before: so the limit is found by reaching it, in a store of
 * its own, once.
 */
public final class OpenTransactionLimit {
  /** One less than H2 can number: its line 2.3 fails on the last one instead of refusing it. */
  private static final int MOST = 65_534;

  private OpenTransactionLimit() {}

  public static int measured() {
    return Measured.LIMIT;
  }

  private static final class Measured {
    static final int LIMIT = measure();

    private static int measure() {
      try (MVStore store = new MVStore.Builder().open()) {
        TransactionStore transactions = new TransactionStore(store);
        transactions.init();
        for (int open = 0; open < MOST; open++) {
          try {
            transactions.begin();
          } catch (MVStoreException e) {
            return open;
          }
        }
        return MOST;
      }
    }
  }
}
