package scriptorium.benchmarks.peers;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Transfer;
import scriptorium.benchmarks.workload.Transfers;

/**
 * The objects that Prevayler keeps: parcels by their key and by their sender, balances of accounts.
 * Prevayler lets one transaction at a time change it.
 */
final class PrevaylerSystem implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Map<Long, Parcel> parcels = new HashMap<>();
  private final Map<Long, TreeSet<Long>> bySender = new HashMap<>();
  private final long[] balances = new long[Transfers.ACCOUNTS];

  PrevaylerSystem() {
    Arrays.fill(balances, Transfers.OPENING_BALANCE);
  }

  void insert(Parcel parcel) {
    if (parcels.putIfAbsent(parcel.id(), parcel) != null) {
      throw new IllegalStateException("parcel is there already: id=" + parcel.id());
    }
    bySender.computeIfAbsent(parcel.sender(), sender -> new TreeSet<>()).add(parcel.id());
  }

  int parcels() {
    return parcels.size();
  }

  void clearParcels() {
    parcels.clear();
    bySender.clear();
  }

  /** False, and nothing is changed, when there is not enough. */
  boolean transfer(Transfer transfer) {
    long from = balances[transfer.from()];
    long to = balances[transfer.to()];
    if (from < transfer.amount()) {
      return false;
    }
    balances[transfer.from()] = from - transfer.amount();
    balances[transfer.to()] = to + transfer.amount();
    return true;
  }

  long sum() {
    return Arrays.stream(balances).sum();
  }

  long lowest() {
    return Arrays.stream(balances).min().orElseThrow();
  }

  int accounts() {
    return balances.length;
  }
}
