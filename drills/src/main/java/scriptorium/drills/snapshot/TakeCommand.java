package scriptorium.drills.snapshot;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import scriptorium.actors.SnapshotReply;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.LocalStore;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.Json;
import scriptorium.persistence.segment.StoreFolder;

/** {@code ./scriptorium snapshot take}. */
public final class TakeCommand extends SnapshotCommand {

  private static final String HELP =
      """
      Takes a snapshot of a store that no process runs: recovers it, writes the snapshot, proves it.

      Usage: ./scriptorium snapshot take --data DIR [OPTION]...

      A store that another process holds is refused: that process takes its snapshots itself, by its
      settings or by Store.snapshot(). Older snapshots and events behind the oldest kept one go as the
      store's settings say.

      Options:
        --json              for programs: an object with sequenceNumber, bytes, nanos
      """
          + COMMON
          + ENDING
          + """

      Example: ./scriptorium snapshot take --data /var/lib/words
      """;

  /** The command. */
  public TakeCommand() {
    super("take", "takes a snapshot of a store that no process runs");
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  int execute(List<String> args, Terminal terminal)
      throws InterruptedException, ExecutionException {
    Call call = parse(args, terminal, Set.of("--json"), 0);
    if (!Files.isDirectory(StoreFolder.of(call.folder(), call.store()))) {
      throw new EnvironmentException(
          "no such store: folder=" + StoreFolder.of(call.folder().toAbsolutePath(), call.store()),
          null);
    }
    try (LocalStore opened = LocalStore.open(call.folder(), call.store(), Map.of())) {
      SnapshotReply reply = LocalStore.await(opened.store().snapshot());
      if (reply instanceof SnapshotReply.Saved saved) {
        print(saved, call);
        return ExitCode.OK;
      }
      throw new SnapshotRefusal("no snapshot was taken: " + reply);
    }
  }

  private static void print(SnapshotReply.Saved saved, Call call) {
    if (call.options().flag("--json")) {
      call.terminal()
          .out()
          .print(
              Json.of(
                  Map.of(
                      "sequenceNumber", saved.sequenceNumber().value(),
                      "bytes", saved.snapshotBytes(),
                      "nanos", saved.took().toNanos())));
      return;
    }
    call.terminal()
        .out()
        .println(
            "snapshot %s taken and proved: %s in %s"
                .formatted(
                    saved.sequenceNumber(),
                    HumanUnits.bytes(saved.snapshotBytes()),
                    HumanUnits.duration(saved.took())));
  }
}
