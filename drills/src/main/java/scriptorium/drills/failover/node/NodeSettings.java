package scriptorium.drills.failover.node;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import scriptorium.drills.command.Options;
import scriptorium.drills.journal.DrillJournal;

/**
 * What a node is told.
 *
 * @param data the shared data folder
 * @param remotingPort its port among the nodes
 * @param clientPort its port for clients
 * @param seedPorts all nodes' ports among the nodes
 * @param first true only for the very first node of a new store: it may found the cluster
 * @param postgres whether the store is on PostgreSQL, whose address is in the environment
 */
public record NodeSettings(
    Path data,
    int remotingPort,
    int clientPort,
    List<Integer> seedPorts,
    boolean first,
    boolean postgres) {

  private static final Set<String> VALUES =
      Set.of("--data", "--remoting-port", "--client-port", "--seed-ports");
  private static final String FIRST = "--first";
  private static final String POSTGRES = "--postgres";
  private static final String SYSTEM = "drill";

  /** Copies the list. */
  public NodeSettings {
    seedPorts = List.copyOf(seedPorts);
  }

  static NodeSettings parse(String command, List<String> args) {
    Options options = Options.parse(command, args, VALUES, Set.of(FIRST, POSTGRES), 0);
    List<Integer> seeds = new ArrayList<>();
    for (String port : options.text("--seed-ports").orElse("").split(",", -1)) {
      seeds.add(Integer.valueOf(port));
    }
    return new NodeSettings(
        Path.of(options.text("--data").orElseThrow()),
        options.integer("--remoting-port", 0, 1, 65_535),
        options.integer("--client-port", 0, 1, 65_535),
        seeds,
        options.flag(FIRST),
        options.flag(POSTGRES));
  }

  /** The words that {@link #parse} reads. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    words.add("--data");
    words.add(data.toString());
    words.add("--remoting-port=" + remotingPort);
    words.add("--client-port=" + clientPort);
    words.add("--seed-ports=" + String.join(",", seedPorts.stream().map(String::valueOf).toList()));
    if (first) {
      words.add(FIRST);
    }
    if (postgres) {
      words.add(POSTGRES);
    }
    return words;
  }

  /** The configuration: {@code failover-node.conf} with this node's ports, folder and seeds. */
  Config config() {
    Config own =
        ConfigFactory.parseMap(
            Map.of(
                "akka.remote.artery.canonical.port",
                remotingPort,
                "akka.cluster.seed-nodes",
                seedNodes(),
                "scriptorium.data-dir",
                data.toString()));
    Config quick =
        ConfigFactory.parseResources(
            NodeSettings.class.getClassLoader(),
            "failover-node.conf",
            ConfigParseOptions.defaults().setAllowMissing(false));
    Config journal = postgres ? DrillJournal.ofEnvironment() : ConfigFactory.empty();
    return ConfigFactory.load(own.withFallback(quick).withFallback(journal));
  }

  /**
   * The first node of a new store knows only itself and founds the cluster at once. Everybody else
   * stands last in its own list: so a node that comes back joins the others or waits, and never
   * founds a second cluster.
   */
  private List<String> seedNodes() {
    List<String> seeds = new ArrayList<>();
    for (int port : seedPorts) {
      if (port != remotingPort && !first) {
        seeds.add(address(port));
      }
    }
    seeds.add(address(remotingPort));
    return seeds;
  }

  private static String address(int port) {
    return "akka://" + SYSTEM + "@127.0.0.1:" + port;
  }

  static String systemName() {
    return SYSTEM;
  }
}
