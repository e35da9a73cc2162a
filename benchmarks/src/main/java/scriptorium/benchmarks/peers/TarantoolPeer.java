package scriptorium.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;

/**
 * Tarantool, where it is installed: one thread that executes, a fiber a caller, and a log that is
 * synchronized before a commit returns. Measured by a script inside it, as the store is measured
 * inside its process.
 */
final class TarantoolPeer implements Peer {

  static final String NAME = "Tarantool";

  static final String DIFFERENCE =
      "no SQL, no JDBC and no thread between a caller and the data: a fiber of compiled Lua changes"
          + " tuples itself, and another thread syncs the log for all that wait";

  private static final String SCRIPT = "tarantool.lua";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final TarantoolProcess process;

  private TarantoolPeer(TarantoolProcess process) {
    this.process = process;
  }

  static TarantoolPeer open(Path folder)
      throws IOException,
          InterruptedException,
          ExecutionException,
          TimeoutException,
          PeerUnavailableException {
    Path script = folder.resolve(SCRIPT);
    try (InputStream resource = TarantoolPeer.class.getResourceAsStream(SCRIPT)) {
      if (resource == null) {
        throw new IllegalStateException("not on the class path: resource=" + SCRIPT);
      }
      Files.copy(resource, script);
    }
    TarantoolProcess process =
        TarantoolProcess.start(
            List.of(
                "tarantool",
                script.toString(),
                folder.toString(),
                String.valueOf(Transfers.ACCOUNTS),
                String.valueOf(Transfers.OPENING_BALANCE)),
            folder);
    try {
      process.ask("", START_LIMIT);
      return new TarantoolPeer(process);
    } catch (IOException
        | InterruptedException
        | ExecutionException
        | TimeoutException
        | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** The script's word for these transfers. */
  static String words(Transfers transfers) {
    return Long.toUnsignedString(transfers.seed())
        + " "
        + (transfers.isSkewed() ? "skewed" : "uniform");
  }

  TarantoolProcess process() {
    return process;
  }

  @Override
  public List<Side> inserts() {
    return List.of(new TarantoolSide(process, "insert"));
  }

  @Override
  public List<Side> transfers(Transfers transfers) {
    return List.of(new TarantoolSide(process, "transfer " + words(transfers)));
  }

  @Override
  public void close() {
    process.close();
  }
}
