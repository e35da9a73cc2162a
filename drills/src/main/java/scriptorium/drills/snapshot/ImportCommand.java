package scriptorium.drills.snapshot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;

/** {@code ./scriptorium snapshot import}. */
public final class ImportCommand extends SnapshotCommand {

  private static final String HELP =
      """
      Puts an exported snapshot into a folder, so that the store starts from it. No process may run
      the store meanwhile.

      Usage: ./scriptorium snapshot import --data DIR [OPTION]... FILE

      Either the folder holds no store of that name: then one is made that begins at the snapshot's
      number. Or it holds the store that the snapshot was taken of, and its journal goes on where the
      snapshot stands: then the snapshot is put back beside those there are, and a start takes the
      newest that is good. Anything else is refused. The whole file is checked before anything is
      changed. The store's name must be the snapshot's.

      Options:
        --force             replaces a snapshot of the same number
      """
          + COMMON
          + ENDING
          + """

      Example: ./scriptorium snapshot import --data /var/lib/words /backup/words-4711
      """;

  /** The command. */
  public ImportCommand() {
    super("import", "puts an exported snapshot into a folder");
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  int execute(List<String> args, Terminal terminal) throws IOException, InterruptedException {
    Call call = parse(args, terminal, Set.of("--force"), 1);
    Path file = Path.of(call.required(0, "FILE"));
    SnapshotImport.Imported imported =
        new SnapshotImport(call.folder(), call.store(), call.protection(), call.journalProtection())
            .run(file, call.options().flag("--force"));
    terminal
        .out()
        .println(
            "snapshot %d of store %s imported; %s"
                .formatted(
                    imported.outline().sequenceNumber(),
                    imported.outline().storeId(),
                    imported.newStore()
                        ? "the store begins with it"
                        : "a start takes the newest snapshot that is good"));
    return ExitCode.OK;
  }
}
