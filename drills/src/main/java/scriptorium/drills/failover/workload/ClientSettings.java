package scriptorium.drills.failover.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import scriptorium.drills.command.Options;

/**
 * What the client process is told.
 *
 * @param ports the nodes' ports for clients
 * @param history the file to write
 * @param seed of the workload
 * @param clients logical clients
 * @param readers logical readers
 * @param rows rows to load, half accounts, half items
 * @param writesPerSecond of all clients together, at most
 */
public record ClientSettings(
    List<Integer> ports,
    Path history,
    long seed,
    int clients,
    int readers,
    int rows,
    int writesPerSecond) {

  private static final Set<String> OPTIONS =
      Set.of(
          "--ports",
          "--history",
          "--seed",
          "--clients",
          "--readers",
          "--rows",
          "--writes-per-second");

  /** Copies the list. */
  public ClientSettings {
    ports = List.copyOf(ports);
  }

  static ClientSettings parse(String command, List<String> args) {
    Options options = Options.parse(command, args, OPTIONS, Set.of(), 0);
    List<Integer> ports = new ArrayList<>();
    for (String port : options.text("--ports").orElse("").split(",", -1)) {
      ports.add(Integer.valueOf(port));
    }
    return new ClientSettings(
        ports,
        Path.of(options.text("--history").orElseThrow()),
        options.number("--seed", 0, Long.MIN_VALUE, Long.MAX_VALUE),
        options.integer("--clients", 1, 1, 10_000),
        options.integer("--readers", 0, 0, 10_000),
        options.integer("--rows", 2, 2, Integer.MAX_VALUE),
        options.integer("--writes-per-second", 1000, 1, 1_000_000));
  }

  /** The words that {@link #parse} reads. */
  public List<String> words() {
    return List.of(
        "--ports",
        String.join(",", ports.stream().map(String::valueOf).toList()),
        "--history",
        history.toString(),
        "--seed=" + seed,
        "--clients=" + clients,
        "--readers=" + readers,
        "--rows=" + rows,
        "--writes-per-second=" + writesPerSecond);
  }

  /** How many accounts are loaded. */
  public int accounts() {
    return DrillSchema.accounts(rows);
  }

  /** How many items are loaded. */
  public int items() {
    return rows - accounts();
  }
}
