package scriptorium.drills;

import java.util.List;
import scriptorium.drills.bench.ReadersCommand;
import scriptorium.drills.bench.WriteCommand;
import scriptorium.drills.command.Command;
import scriptorium.drills.crash.CrashCommand;
import scriptorium.drills.failover.FailoverCommand;
import scriptorium.drills.failover.node.NodeCommand;
import scriptorium.drills.failover.workload.ClientCommand;
import scriptorium.drills.sql.SqlCommand;

/** The commands there are: one line each, in the order in which {@code --help} shows them. */
final class Commands {

  private Commands() {}

  static List<Command> all() {
    return List.of(
        new FailoverCommand(),
        new CrashCommand(),
        new SqlCommand(),
        new WriteCommand(),
        new ReadersCommand(),
        new NodeCommand(),
        new ClientCommand());
  }
}
