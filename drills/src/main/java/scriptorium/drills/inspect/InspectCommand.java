package scriptorium.drills.inspect;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.command.Options;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.command.UsageException;
import scriptorium.drills.embedded.QuietLogging;
import scriptorium.drills.inspect.StoreFolders.Found;
import scriptorium.drills.print.HumanUnits;
import scriptorium.drills.print.Json;
import scriptorium.keys.Protection;
import scriptorium.persistence.segment.DamagedJournalException;
import scriptorium.persistence.segment.JournalKeyException;
import scriptorium.persistence.segment.SegmentJournalSettings;
import scriptorium.persistence.segment.SegmentReader;

/** {@code ./scriptorium inspect}: what lies in the folders of stores. */
public final class InspectCommand implements Command {

  /** Events shown where nothing is said. */
  private static final int NEWEST_SHOWN = 20;

  /** JSON is made as a whole. */
  private static final int MOST_IN_JSON = 100_000;

  private static final String HELP =
      """
      Shows what lies in a folder of stores: sequence numbers, snapshots, segments, epochs, schema
      changes, change sets, and a tail that a crash left. Reads only, takes no lock, starts no store:
      works beside a running one. A journal is read from its first to its last frame, one at a time.

      Usage: ./scriptorium inspect --data DIR [OPTION]...

      Beside a running writer the newest frame may be one that is not confirmed yet.

      Options:
        --data DIR     the folder; required
        --store NAME   one store of it (default all)
        --from N       the first event shown; 1 and above
        --to N         the last event shown (default the newest); without --from and --to the newest
                       20 are shown
        --rows         shows the rows that each event changed: + inserted, ~ updated, - deleted;
                       columns by their place in the table, values shortened
        --verify       walks everything: frames, their hashes and order, every event, and of each
                       snapshot all chunks, from which each table's digest is computed anew; the
                       first damage ends it, named by file and offset
        --json         for programs: a list of stores; at most 100000 events of each
        --repair       makes a store startable whose journal is damaged, and says what is lost. The
                       journal goes on behind its last good event; what lies behind that is copied to
                       torn-*.bin files beside it. A good snapshot replaces damaged events before it;
                       events behind damage that hit none are kept. Nothing is overwritten or deleted;
                       refused while a process has the store open. Copy the folder first
        --dry-run      with --repair: tells what it would do, changes nothing

      Keys of a protected journal: SCRIPTORIUM_JAVA_OPTS='-Dconfig.file=FILE', where FILE has the
      store's settings, scriptorium.journal.protection among them; for its snapshots,
      scriptorium.store.snapshot.protection.

      Exit codes: 0 shown, and as far as was looked whole; 1 something is damaged; 2 wrong usage; 3 no
      such folder or store, or it cannot be read, for want of a key too.
      With --repair: 0 the store can start, with what was lost told; 1 it cannot; 2 wrong usage; 3 in
      use, another user's folder, no room for the copies.

      Examples:
        ./scriptorium inspect --data /var/lib/words --verify
        ./scriptorium inspect --data /var/lib/words --store main --from 4711 --to 4720 --rows
        ./scriptorium inspect --data /var/lib/words --store main --repair --dry-run
      """;

  @Override
  public String name() {
    return "inspect";
  }

  @Override
  public String summary() {
    return "what lies in a folder of stores, proved with --verify";
  }

  @Override
  public String help() {
    return HELP;
  }

  private record Asked(
      Path data, Options options, boolean rows, boolean verify, boolean json, long from, long to) {

    static Asked of(Options options) {
      Path data =
          options
              .text("--data")
              .map(Path::of)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--data DIR is required (see: ./scriptorium inspect --help)"));
      Asked asked =
          new Asked(
              data,
              options,
              options.flag("--rows"),
              options.flag("--verify"),
              options.flag("--json"),
              options.number("--from", 0, 1, Long.MAX_VALUE),
              options.number("--to", Long.MAX_VALUE, 1, Long.MAX_VALUE));
      if (asked.from > asked.to) {
        throw new UsageException(
            "option --to: expected at least --from, found --from "
                + asked.from
                + " --to "
                + asked.to
                + " (see: ./scriptorium inspect --help)");
      }
      return asked;
    }

    /** Of a journal with these numbers. */
    EventRange range(StoreContents.Journal journal) {
      boolean said = options.flag("--from") || options.flag("--to");
      long last = Math.min(to, journal.lastNumber());
      long first = said ? Math.max(from, 1) : Math.max(1, last - NEWEST_SHOWN + 1);
      return new EventRange(Math.max(first, journal.deletedTo() + 1), last);
    }
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    Asked asked =
        Asked.of(
            Options.parse(
                name(),
                args,
                Set.of("--data", "--store", "--from", "--to"),
                Set.of("--rows", "--verify", "--json", "--repair", "--dry-run"),
                0));
    requireOne(asked);
    QuietLogging.start(false);
    List<Found> stores = StoreFolders.of(asked.data(), asked.options().text("--store"));
    if (stores.isEmpty() && !asked.json()) {
      terminal.out().println("no stores in " + asked.data().toAbsolutePath());
    }
    if (asked.options().flag("--repair")) {
      return repair(stores, asked, terminal);
    }
    List<Map<String, Object>> maps = new ArrayList<>();
    Optional<String> damage = Optional.empty();
    try {
      for (int i = 0; i < stores.size() && damage.isEmpty(); i++) {
        damage = inspect(stores.get(i), asked, terminal, maps);
      }
    } catch (JournalKeyException e) {
      throw new EnvironmentException(String.valueOf(e.getMessage()), e);
    }
    if (asked.json()) {
      terminal.out().print(Json.of(maps));
    }
    damage.ifPresent(text -> terminal.err().println("scriptorium: " + text));
    return damage.isPresent() ? ExitCode.FAILED : ExitCode.OK;
  }

  /** A repair neither shows nor verifies. */
  private static void requireOne(Asked asked) {
    boolean repair = asked.options().flag("--repair");
    boolean shows =
        asked.rows()
            || asked.verify()
            || asked.json()
            || asked.options().flag("--from")
            || asked.options().flag("--to");
    if ((repair && shows) || (!repair && asked.options().flag("--dry-run"))) {
      throw new UsageException(
          "option --repair goes with --dry-run alone, and --dry-run with it (see: ./scriptorium inspect --help)");
    }
  }

  private static int repair(List<Found> stores, Asked asked, Terminal terminal) throws IOException {
    JournalRepair repair =
        new JournalRepair(
            asked.data(), protection(), asked.options().flag("--dry-run"), terminal.out());
    boolean startable = true;
    for (Found store : stores) {
      startable &= repair.run(store);
      terminal.out().println();
    }
    return startable ? ExitCode.OK : ExitCode.FAILED;
  }

  /** Shows one store; the first damage in it. */
  private static Optional<String> inspect(
      Found store, Asked asked, Terminal terminal, List<Map<String, Object>> maps)
      throws IOException {
    SegmentReader reader = SegmentReader.of(store.folder(), protection());
    StoreContents contents = survey(store, reader, asked);
    EventRange range = asked.range(contents.journal());
    if (asked.json()) {
      List<EventSummary> events = new ArrayList<>();
      Optional<String> later =
          tell(contents, reader, new EventRange(range.from(), capped(range)), asked, events::add);
      StoreContents whole = contents.with(contents.snapshots(), later);
      maps.add(ContentsMap.of(whole, events));
      return whole.damage();
    }
    ContentsText text = new ContentsText(terminal.out());
    text.print(contents);
    terminal.out().println();
    if (range.from() <= range.to()) {
      terminal
          .out()
          .println(
              "  events "
                  + HumanUnits.count(range.from())
                  + " to "
                  + HumanUnits.count(range.to())
                  + " (--from, --to choose others):");
    }
    Optional<String> later = tell(contents, reader, range, asked, text::print);
    if (asked.verify() && contents.damage().isEmpty() && later.isEmpty()) {
      terminal.out().println("  verified: no damage found");
    }
    terminal.out().println();
    return contents.damage().isPresent() ? contents.damage() : later;
  }

  private static Protection protection() {
    try {
      return SegmentJournalSettings.of(ConfigFactory.load()).protection();
    } catch (IllegalArgumentException | ConfigException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private static StoreContents survey(Found store, SegmentReader reader, Asked asked)
      throws IOException {
    JournalSurvey.Result journal = new JournalSurvey(store.folder(), reader, asked.verify()).run();
    String name = journal.persistenceId().isEmpty() ? store.name() : journal.persistenceId();
    StoreContents contents =
        new StoreContents(name, store.folder(), journal.journal(), List.of(), journal.damage());
    boolean proves = asked.verify() && journal.damage().isEmpty();
    SnapshotSurvey snapshots = new SnapshotSurvey(asked.data(), store.name(), proves);
    return contents.with(snapshots.run(), snapshots.damage());
  }

  private static Optional<String> tell(
      StoreContents contents,
      SegmentReader reader,
      EventRange range,
      Asked asked,
      Consumer<EventSummary> consumer) {
    try {
      range.tell(reader, contents.folder(), asked.rows(), consumer);
      return Optional.empty();
    } catch (DamagedJournalException | DamageFoundException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  private static long capped(EventRange range) {
    return Math.min(range.to(), range.from() + MOST_IN_JSON - 1);
  }
}
