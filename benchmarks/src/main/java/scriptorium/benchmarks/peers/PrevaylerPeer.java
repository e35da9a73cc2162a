package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.prevayler.Prevayler;
import org.prevayler.PrevaylerFactory;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;

/**
 * Prevayler: objects in memory, changed by transactions that are in a synchronized journal first.
 * Transactions are not copied before they run, which is its faster way.
 */
final class PrevaylerPeer implements Peer {

  static final String NAME = "Prevayler";

  static final String DIFFERENCE =
      "no SQL, constraints or rollback: a transaction changes maps and arrays; threads that wait"
          + " share a sync";

  private final Prevayler<PrevaylerSystem> prevayler;
  private final Side inserts;

  private PrevaylerPeer(Prevayler<PrevaylerSystem> prevayler) {
    this.prevayler = prevayler;
    this.inserts = new PrevaylerInserts(prevayler);
  }

  static PrevaylerPeer open(Path folder) throws Exception {
    return new PrevaylerPeer(start(folder));
  }

  /** Prevayler on this folder's journal, which may have entries. */
  static Prevayler<PrevaylerSystem> start(Path folder) throws Exception {
    PrevaylerFactory<PrevaylerSystem> factory = new PrevaylerFactory<>();
    factory.configurePrevalentSystem(new PrevaylerSystem());
    factory.configurePrevalenceDirectory(folder.toString());
    factory.configureJournalDiskSync(true);
    factory.configureTransactionDeepCopy(false);
    factory.configureJournalSerializer("journal", new PrevaylerWrite.Codec());
    return factory.create();
  }

  @Override
  public List<Side> inserts() {
    return List.of(inserts);
  }

  @Override
  public List<Side> transfers(Transfers transfers) {
    return List.of(new PrevaylerTransfers(prevayler, transfers));
  }

  @Override
  public void close() throws IOException {
    prevayler.close();
  }
}
