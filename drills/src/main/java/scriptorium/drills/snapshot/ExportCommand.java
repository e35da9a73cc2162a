package scriptorium.drills.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.print.HumanUnits;
import scriptorium.snapshots.SnapshotExport;
import scriptorium.snapshots.SnapshotOutline;

/** {@code ./scriptorium snapshot export}. */
public final class ExportCommand extends SnapshotCommand {

  private static final String HELP =
      """
      Writes one snapshot as one file, for 'snapshot import'. Reads only: works beside a running store.

      Usage: ./scriptorium snapshot export --data DIR [OPTION]... NUMBER FILE

      The file holds the very bytes that the store keeps: a snapshot that is signed or encrypted stays
      so, and no key is needed to export it. Every chunk is checked on the way. The file appears whole,
      or not at all.

      Options:
        --force             replaces a file that is there
      """
          + COMMON
          + ENDING
          + """

      Example: ./scriptorium snapshot export --data /var/lib/words 4711 /backup/words-4711
      """;

  /** The command. */
  public ExportCommand() {
    super("export", "writes a snapshot as one file");
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  int execute(List<String> args, Terminal terminal) throws IOException {
    Call call = parse(args, terminal, Set.of("--force"), 2);
    call.required(0, "NUMBER");
    Path file = Path.of(call.required(1, "FILE"));
    KeptSnapshots snapshots = KeptSnapshots.of(call.folder(), call.store(), call.protection());
    KeptSnapshot kept = snapshots.find(call.number(0));
    byte[] manifest = kept.manifest().orElseThrow(() -> new SnapshotRefusal(kept.problem()));
    SnapshotOutline outline = kept.outline().orElseThrow(() -> new SnapshotRefusal(kept.problem()));
    NewFile.write(
        file,
        call.options().flag("--force"),
        out -> SnapshotExport.write(manifest, snapshots.chunks(outline), out));
    terminal
        .out()
        .println(
            "snapshot %d exported: %s, %s"
                .formatted(kept.number(), file, HumanUnits.bytes(Files.size(file))));
    return ExitCode.OK;
  }
}
