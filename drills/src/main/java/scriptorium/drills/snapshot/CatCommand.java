package scriptorium.drills.snapshot;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.snapshots.ChunkSource;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotSql;
import scriptorium.snapshots.SnapshotVerification;

/** {@code ./scriptorium snapshot cat}. */
public final class CatCommand extends SnapshotCommand {

  private static final String HELP =
      """
      Writes a snapshot as plain SQL that an ordinary H2 loads into an empty database. Reads only:
      works beside a running store.

      Usage: ./scriptorium snapshot cat --data DIR [OPTION]... [NUMBER [FILE]]

      Without NUMBER, or with the word 'newest', it is the newest. The text goes to standard output, or
      to FILE, which appears whole or not at all. Tables come with their rows, then views, comments,
      grants to roles, and the positions of sequences; users of the store are left out. The snapshot
      is proved before the first line is written, as 'snapshot verify' does it. The last line is '-- end of snapshot': what ends without it is not the whole.

      Options:
        --force             replaces a file that is there
      """
          + COMMON
          + ENDING
          + """

      Example: ./scriptorium snapshot cat --data /var/lib/words > words.sql
               java -cp h2.jar org.h2.tools.RunScript -url jdbc:h2:./words -script words.sql
      """;

  /** The command. */
  public CatCommand() {
    super("cat", "writes a snapshot as plain SQL");
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  int execute(List<String> args, Terminal terminal) throws IOException {
    Call call = parse(args, terminal, Set.of("--force"), 2);
    List<String> operands = call.options().operands();
    boolean newest = operands.isEmpty() || operands.get(0).equals("newest");
    KeptSnapshots snapshots = KeptSnapshots.of(call.folder(), call.store(), call.protection());
    KeptSnapshot kept = snapshots.find(newest ? OptionalLong.empty() : call.number(0));
    SnapshotManifest manifest =
        kept.contents().orElseThrow(() -> new SnapshotRefusal(kept.problem()));
    ChunkSource chunks = snapshots.chunks(manifest.outline());
    // Proved before the first line is out: whoever runs the text trusts it.
    SnapshotVerification.recomputeDigests(manifest, chunks);
    if (operands.size() < 2) {
      if (call.options().flag("--force")) {
        throw new UsageException("option --force needs a FILE");
      }
      write(manifest, chunks, terminal.out());
    } else {
      NewFile.write(
          Path.of(operands.get(1)),
          call.options().flag("--force"),
          out -> write(manifest, chunks, out));
    }
    return ExitCode.OK;
  }

  /** Flushed, not closed: the stream is the caller's. */
  private static void write(SnapshotManifest manifest, ChunkSource chunks, OutputStream out)
      throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    SnapshotSql.write(manifest, chunks, writer);
    writer.flush();
  }
}
