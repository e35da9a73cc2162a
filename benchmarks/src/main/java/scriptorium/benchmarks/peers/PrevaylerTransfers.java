package scriptorium.benchmarks.peers;

import java.util.stream.LongStream;
import org.prevayler.Prevayler;
import scriptorium.benchmarks.workload.BalanceChecker;
import scriptorium.benchmarks.workload.Transfers;

/** Transfers by Prevayler, on as many threads as there are callers. */
final class PrevaylerTransfers extends GroupSide {

  private final Prevayler<PrevaylerSystem> prevayler;
  private final Transfers transfers;

  PrevaylerTransfers(Prevayler<PrevaylerSystem> prevayler, Transfers transfers) {
    super(PrevaylerPeer.NAME, Transfers.CALLERS);
    this.prevayler = prevayler;
    this.transfers = transfers;
  }

  @Override
  public String difference() {
    return PrevaylerPeer.DIFFERENCE;
  }

  @Override
  int write(int caller, long first, int count) {
    return prevayler.execute(
        PrevaylerWrite.transfers(
            LongStream.range(first, first + count).mapToObj(transfers::of).toList()));
  }

  /** Nothing changes it now: all callers have ended. */
  @Override
  public void clear() {
    PrevaylerSystem system = prevayler.prevalentSystem();
    BalanceChecker.check(name(), system.accounts(), system.sum(), system.lowest());
  }
}
