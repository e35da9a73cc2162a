package scriptorium.drills.failover.node;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import java.io.IOException;
import java.util.List;
import org.slf4j.LoggerFactory;
import scriptorium.actors.Store;
import scriptorium.actors.StoreSettings;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.failover.process.EventLine;
import scriptorium.drills.failover.process.ParentWatch;
import scriptorium.drills.failover.workload.DrillMutations;
import scriptorium.drills.failover.workload.DrillSchema;

/** One node's process. It ends when told to stop, when downed, and when its parent is gone. */
public final class NodeCommand implements Command {

  /** Its name among the commands. */
  public static final String NAME = "drill-node";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "one node of a failover drill (started by it)";
  }

  @Override
  public String help() {
    return "Started by './scriptorium drill failover', not by hand.\n";
  }

  @Override
  public boolean hidden() {
    return true;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    NodeSettings settings = NodeSettings.parse(NAME, args);
    LoggerFactory.getILoggerFactory(); // Before several threads begin to log at once.
    ActorSystem<Void> system =
        ActorSystem.create(
            NodeEvents.create(terminal.out()), NodeSettings.systemName(), settings.config());
    try {
      Store store = Store.join(system, storeSettings(system));
      NodeService service = NodeService.start(settings.clientPort(), store);
      ParentWatch.start(() -> stop(system, store, service, terminal));
      EventLine.print(terminal.out(), "STARTED");
    } catch (RuntimeException | IOException e) {
      EventLine.print(terminal.out(), "FATAL", "detail", String.valueOf(e));
      e.printStackTrace(terminal.err());
      Runtime.getRuntime().halt(ExitCode.ENVIRONMENT);
    }
    system.getWhenTerminated().toCompletableFuture().get();
    // The coordinated shutdown ends the process with its own exit code.
    Thread.currentThread().join();
    return ExitCode.OK;
  }

  private static StoreSettings storeSettings(ActorSystem<?> system) {
    return StoreSettings.load(system.settings().config())
        .withMutationTypes(DrillMutations.types())
        .withSchema(DrillSchema.scripts());
  }

  private static void stop(
      ActorSystem<?> system, Store store, NodeService service, Terminal terminal) {
    service.close();
    store
        .stop()
        .whenComplete(
            (Done done, Throwable failure) -> {
              EventLine.print(
                  terminal.out(), "STOPPED", "detail", failure == null ? "" : failure.toString());
              CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.unknownReason());
            });
  }
}
