package scriptorium.drills.snapshot;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.Json;
import scriptorium.drills.print.TextTable;
import scriptorium.drills.print.TextTable.Column;
import scriptorium.snapshots.SnapshotManifest;
import scriptorium.snapshots.SnapshotOutline;
import scriptorium.snapshots.SnapshotSeal;

/** {@code ./scriptorium snapshot list}. */
public final class ListCommand extends SnapshotCommand {

  private static final String HELP =
      """
      Lists a store's snapshots, the newest first. Reads only: works beside a running store.

      Usage: ./scriptorium snapshot list --data DIR [OPTION]...

      The state is 'kept' where the manifest is whole and no chunk is missing ('snapshot verify' proves
      the rest), 'closed' where a key is missing or another one, 'bad' otherwise, with the reason.

      Options:
        --json              for programs: a list of objects, every time in ISO-8601, sizes in bytes
      """
          + COMMON
          + ENDING
          + """

      Example: ./scriptorium snapshot list --data /var/lib/words
      """;

  private static final List<Column> COLUMNS =
      List.of(
          Column.number("NUMBER"),
          Column.text("TIME"),
          Column.number("AGE"),
          Column.number("SIZE"),
          Column.number("CHUNKS"),
          Column.number("TABLES"),
          Column.number("ROWS"),
          Column.text("CODEC"),
          Column.text("PROTECTION"),
          Column.text("STATE"));

  /** The command. */
  public ListCommand() {
    super("list", "the snapshots of a store");
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  int execute(List<String> args, Terminal terminal) throws IOException {
    Call call = parse(args, terminal, Set.of("--json"), 0);
    List<KeptSnapshot> all = KeptSnapshots.of(call.folder(), call.store(), call.protection()).all();
    if (call.options().flag("--json")) {
      terminal.out().print(Json.of(all.stream().map(ListCommand::json).toList()));
      return ExitCode.OK;
    }
    if (all.isEmpty()) {
      terminal.out().println("no snapshots");
      return ExitCode.OK;
    }
    Instant now = Instant.now();
    TextTable table = new TextTable(COLUMNS);
    all.forEach(kept -> table.row(cells(kept, now)));
    table.lines().forEach(terminal.out()::println);
    return ExitCode.OK;
  }

  private static List<String> cells(KeptSnapshot kept, Instant now) {
    List<String> cells = new ArrayList<>();
    cells.add(Long.toString(kept.number()));
    Optional<SnapshotOutline> outline = kept.outline();
    Instant time = outline.map(SnapshotOutline::time).orElse(kept.entry().savedAt());
    cells.add(time.truncatedTo(ChronoUnit.SECONDS).toString());
    cells.add(age(Duration.between(time, now)));
    cells.add(outline.map(o -> HumanUnits.bytes(o.chunkBytes())).orElse("?"));
    cells.add(outline.map(o -> HumanUnits.count(o.chunks().size())).orElse("?"));
    Optional<SnapshotManifest> contents = kept.contents();
    cells.add(contents.map(m -> HumanUnits.count(m.tables().size())).orElse("?"));
    cells.add(contents.map(m -> HumanUnits.count(rows(m))).orElse("?"));
    cells.add(outline.map(ListCommand::codec).orElse("?"));
    cells.add(outline.map(o -> protection(o.seal())).orElse("?"));
    cells.add(kept.problem().isEmpty() ? "kept" : state(kept) + ": " + kept.problem());
    return cells;
  }

  private static Map<String, Object> json(KeptSnapshot kept) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sequenceNumber", kept.number());
    json.put("state", state(kept));
    kept.outline()
        .ifPresent(
            outline -> {
              json.put("time", outline.time().toString());
              json.put("epoch", outline.epoch());
              json.put("schemaVersion", outline.schemaVersion());
              json.put("h2Version", outline.h2Version());
              json.put("bytes", outline.chunkBytes());
              json.put("chunks", outline.chunks().size());
              json.put("codec", codec(outline));
              json.put("signedWith", outline.seal().signedWith().orElse(""));
              json.put("encryptedWith", outline.seal().encryptedWith().orElse(""));
            });
    kept.contents()
        .ifPresent(
            manifest -> {
              json.put("tables", manifest.tables().size());
              json.put("rows", rows(manifest));
            });
    json.put("file", kept.entry().file().toString());
    json.put("problem", kept.problem());
    return json;
  }

  private static String state(KeptSnapshot kept) {
    if (kept.problem().isEmpty()) {
      return "kept";
    }
    return kept.outline().isPresent() && !kept.isReadable() ? "closed" : "bad";
  }

  static long rows(SnapshotManifest manifest) {
    return manifest.tables().stream().mapToLong(SnapshotManifest.Table::rows).sum();
  }

  private static String codec(SnapshotOutline outline) {
    return outline.compression().name().toLowerCase(Locale.ROOT);
  }

  private static String protection(SnapshotSeal seal) {
    List<String> words = new ArrayList<>();
    seal.signedWith().ifPresent(key -> words.add("signed " + key));
    seal.encryptedWith().ifPresent(key -> words.add("encrypted " + key));
    return words.isEmpty() ? "none" : String.join(", ", words);
  }

  private static String age(Duration age) {
    if (age.toDays() > 1) {
      return age.toDays() + " d";
    }
    return age.toHours() > 1 ? age.toHours() + " h" : Math.max(0, age.toMinutes()) + " min";
  }
}
