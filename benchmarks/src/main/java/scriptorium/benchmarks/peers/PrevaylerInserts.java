package scriptorium.benchmarks.peers;

import java.util.stream.LongStream;
import org.prevayler.Prevayler;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.benchmarks.workload.Transfers;

/** Inserts by Prevayler, on as many threads as there are callers. */
final class PrevaylerInserts extends GroupSide {

  private final Prevayler<PrevaylerSystem> prevayler;

  PrevaylerInserts(Prevayler<PrevaylerSystem> prevayler) {
    super(PrevaylerPeer.NAME, Transfers.CALLERS);
    this.prevayler = prevayler;
  }

  @Override
  public String difference() {
    return PrevaylerPeer.DIFFERENCE;
  }

  @Override
  int write(int caller, long first, int count) {
    return prevayler.execute(
        PrevaylerWrite.inserts(
            LongStream.range(first, first + count).mapToObj(Parcel::of).toList()));
  }

  @Override
  public void clear() {
    prevayler.execute(PrevaylerWrite.CLEAR);
  }
}
