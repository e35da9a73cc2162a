package scriptorium.drills;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import scriptorium.drills.command.Command;
import scriptorium.drills.crash.CrashCommand;
import scriptorium.drills.crash.SnapshotCommand;
import scriptorium.drills.failover.FailoverCommand;
import scriptorium.drills.failover.node.NodeCommand;
import scriptorium.drills.failover.workload.ClientCommand;
import scriptorium.drills.fence.ContenderCommand;
import scriptorium.drills.fence.FenceCommand;
import scriptorium.drills.fence.FollowerCommand;
import scriptorium.drills.inspect.InspectCommand;
import scriptorium.drills.journal.JournalInitCommand;
import scriptorium.drills.migrate.MigrateCommand;
import scriptorium.drills.snapshot.CatCommand;
import scriptorium.drills.snapshot.ExportCommand;
import scriptorium.drills.snapshot.ImportCommand;
import scriptorium.drills.snapshot.ListCommand;
import scriptorium.drills.snapshot.TakeCommand;
import scriptorium.drills.snapshot.VerifyCommand;
import scriptorium.drills.sql.SqlCommand;

/**
 * The commands there are, in the order in which {@code --help} shows them: those of this module,
 * and those that a module above it on the class path offers as services of type {@link Command}.
 */
final class Commands {

  private Commands() {}

  static List<Command> all() {
    List<Command> all =
        new ArrayList<>(
            List.of(
                new FailoverCommand(),
                new CrashCommand(),
                new SnapshotCommand(),
                new FenceCommand(),
                new SqlCommand(),
                new MigrateCommand(),
                new InspectCommand(),
                new JournalInitCommand(),
                new ListCommand(),
                new TakeCommand(),
                new VerifyCommand(),
                new ExportCommand(),
                new ImportCommand(),
                new CatCommand()));
    int own = all.size();
    ServiceLoader.load(Command.class).forEach(all::add);
    if (all.size() == own) {
      all.add(new BenchCommand());
    }
    all.add(new NodeCommand());
    all.add(new ClientCommand());
    all.add(new ContenderCommand());
    all.add(new FollowerCommand());
    return List.copyOf(all);
  }
}
