package scriptorium.drills.failover.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import scriptorium.drills.failover.workload.DrillMutation.DeleteItem;
import scriptorium.drills.failover.workload.DrillMutation.InsertItem;
import scriptorium.drills.failover.workload.DrillMutation.Transfer;
import scriptorium.drills.failover.workload.DrillMutation.UpdateItem;
import scriptorium.drills.failover.workload.DrillMutation.Violate;

/**
 * One client's operations, drawn from the seed: half transfers, then inserts, updates, deletes of
 * its own items, and violations that must be refused. Owned by the client's thread.
 */
final class Workload {

  private static final long MAX_AMOUNT = 200;

  private final SplittableRandom random;
  private final int client;
  private final long accounts;
  private final long loadedItems;
  private final List<Long> ownItems = new ArrayList<>();
  private long inserted;

  Workload(long seed, int client, long accounts, long loadedItems) {
    this.random = new SplittableRandom(seed * 31 + client);
    this.client = client;
    this.accounts = accounts;
    this.loadedItems = loadedItems;
  }

  DrillMutation next(UUID txId) {
    int percent = random.nextInt(100);
    if (percent < 50) {
      return transfer(txId);
    }
    if (percent < 72) {
      return new InsertItem(txId, "c" + client + "-" + inserted++, account(), random.nextInt(1000));
    }
    if (percent < 85) {
      return new UpdateItem(txId, anyItem(), random.nextInt(1000));
    }
    if (percent < 93 && !ownItems.isEmpty()) {
      int index = random.nextInt(ownItems.size());
      long id = ownItems.set(index, ownItems.get(ownItems.size() - 1));
      ownItems.remove(ownItems.size() - 1);
      return new DeleteItem(txId, id);
    }
    Violation[] violations = Violation.values();
    return new Violate(txId, violations[random.nextInt(violations.length)]);
  }

  /** An insert was acknowledged with this generated id. */
  void inserted(long id) {
    ownItems.add(id);
  }

  private Transfer transfer(UUID txId) {
    long from = account();
    long to = from % accounts + 1;
    return new Transfer(txId, from, to, 1 + random.nextLong(MAX_AMOUNT));
  }

  private long account() {
    return 1 + random.nextLong(accounts);
  }

  private long anyItem() {
    if (ownItems.isEmpty() || (loadedItems > 0 && random.nextBoolean())) {
      return 1 + random.nextLong(Math.max(1, loadedItems));
    }
    return ownItems.get(random.nextInt(ownItems.size()));
  }
}
