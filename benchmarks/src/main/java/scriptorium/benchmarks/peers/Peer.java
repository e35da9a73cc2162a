package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;

/** Another database with an empty table of parcels and a full one of accounts. */
public interface Peer extends AutoCloseable {

  /** Ways to insert parcels into it. */
  List<Side> inserts();

  /** Ways to move money between its accounts. */
  List<Side> transfers(Transfers transfers);

  /** Ends it; its files are the caller's to delete. */
  @Override
  void close() throws IOException, SQLException;
}
