package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;

/** The peers of one run that could be started, and why the others could not. */
public final class OpenPeers implements AutoCloseable {

  private final List<Peer> peers = new ArrayList<>();
  private final Map<String, String> missing = new LinkedHashMap<>();

  private OpenPeers() {}

  /** Starts those that the machine lets run. */
  public static OpenPeers open(List<PeerKind> kinds, Path folder)
      throws IOException, InterruptedException {
    OpenPeers opened = new OpenPeers();
    try {
      for (PeerKind kind : kinds) {
        opened.open(kind, folder);
      }
      return opened;
    } catch (IOException | InterruptedException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void open(PeerKind kind, Path folder) throws IOException, InterruptedException {
    try {
      peers.add(kind.open(Files.createDirectory(folder.resolve(kind.word()))));
    } catch (PeerUnavailableException e) {
      missing.put(kind.word(), String.valueOf(e.getMessage()));
    }
  }

  /** Those that are not measured, with the reason. */
  public Map<String, String> missing() {
    return Map.copyOf(missing);
  }

  public List<Side> inserts() {
    return sides(Peer::inserts);
  }

  public List<Side> transfers(Transfers transfers) {
    return sides(peer -> peer.transfers(transfers));
  }

  private List<Side> sides(Function<Peer, List<Side>> of) {
    return peers.stream().map(of).flatMap(List::stream).toList();
  }

  @Override
  public void close() throws IOException {
    List<Exception> failures = new ArrayList<>();
    for (Peer peer : peers) {
      try {
        peer.close();
      } catch (IOException | SQLException | RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      IOException failed = new IOException("peers did not end in good order: " + failures);
      failures.forEach(failed::addSuppressed);
      throw failed;
    }
  }
}
