package scriptorium.drills.snapshot;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import scriptorium.database.DatabaseSettings;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.Json;
import scriptorium.snapshots.ChunkSource;
import scriptorium.snapshots.RestoreProgress;
import scriptorium.snapshots.ScriptRestore;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotVerification;

/** {@code ./scriptorium snapshot verify}. */
public final class VerifyCommand extends SnapshotCommand {

  private static final String HELP =
      """
      Proves a store's snapshots: reads every chunk back, checks checksum, signature and seal, and
      computes each table's row count and digest from what was read. Reads only: works beside a
      running store.

      Usage: ./scriptorium snapshot verify --data DIR [OPTION]... [NUMBER]

      Without NUMBER all are proved, the newest first. The first bad one ends the command with exit
      code 1 and is named.

      Options:
        --restore           restores each into a database of its own besides, as a start would; needs
                            heap for it
        --json              for programs: a list of what was proved, then, where one is bad, its problem
      """
          + COMMON
          + ENDING
          + """

      Example: ./scriptorium snapshot verify --data /var/lib/words --restore 4711
      """;

  /** The command. */
  public VerifyCommand() {
    super("verify", "proves the snapshots of a store");
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  int execute(List<String> args, Terminal terminal) throws IOException {
    Call call = parse(args, terminal, Set.of("--json", "--restore"), 1);
    KeptSnapshots snapshots = KeptSnapshots.of(call.folder(), call.store(), call.protection());
    OptionalLong number = call.number(0);
    List<KeptSnapshot> asked =
        number.isPresent() ? List.of(snapshots.find(number)) : snapshots.all();
    boolean json = call.options().flag("--json");
    List<Map<String, Object>> proved = new ArrayList<>();
    boolean bad = false;
    for (int i = 0; i < asked.size() && !bad; i++) {
      Map<String, Object> result =
          prove(call.store(), snapshots, asked.get(i), call.options().flag("--restore"));
      proved.add(result);
      bad = result.containsKey("problem");
      if (!json) {
        print(result, terminal);
      }
    }
    if (json) {
      terminal.out().print(Json.of(proved));
    } else if (asked.isEmpty()) {
      terminal.out().println("no snapshots");
    }
    return bad ? ExitCode.FAILED : ExitCode.OK;
  }

  private static Map<String, Object> prove(
      String store, KeptSnapshots snapshots, KeptSnapshot kept, boolean restore) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("sequenceNumber", kept.number());
    if (kept.contents().isEmpty()) {
      result.put("problem", kept.problem());
      return result;
    }
    SnapshotManifest manifest = kept.contents().get();
    ChunkSource chunks = snapshots.chunks(manifest.outline());
    long started = System.nanoTime();
    try {
      SnapshotVerification.recomputeDigests(manifest, chunks);
      if (restore) {
        new ScriptRestore(DatabaseSettings.defaults(), RestoreProgress.NONE)
            .run(store, manifest, chunks)
            .database()
            .close();
      }
    } catch (RuntimeException e) {
      // Whatever its kind: a snapshot that cannot be proved is named, and is no proved one.
      result.put("problem", String.valueOf(e.getMessage()));
      return result;
    }
    result.put("tables", manifest.tables().size());
    result.put("rows", ListCommand.rows(manifest));
    result.put("chunks", manifest.chunks().size());
    result.put("bytes", manifest.chunkBytes());
    result.put("restored", restore);
    result.put("nanos", System.nanoTime() - started);
    return result;
  }

  private static void print(Map<String, Object> result, Terminal terminal) {
    Object snapshot = result.get("sequenceNumber");
    Object problem = result.get("problem");
    if (problem != null) {
      terminal.err().println("scriptorium: snapshot " + snapshot + " is not proved: " + problem);
      return;
    }
    terminal
        .out()
        .println(
            "snapshot %s proved%s: %s, %s, %s in %s"
                .formatted(
                    snapshot,
                    result.get("restored") == Boolean.TRUE ? " and restored" : "",
                    HumanUnits.count(number(result, "tables"), "table"),
                    HumanUnits.count(number(result, "rows"), "row"),
                    HumanUnits.bytes(number(result, "bytes")),
                    HumanUnits.duration(Duration.ofNanos(number(result, "nanos")))));
  }

  private static long number(Map<String, Object> result, String key) {
    return result.get(key) instanceof Number number ? number.longValue() : 0;
  }
}
