package scriptorium.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import scriptorium.actors.Store;
import scriptorium.benchmarks.TransferBench.Contest;
import scriptorium.benchmarks.peers.OpenPeers;
import scriptorium.benchmarks.workload.Side;
import scriptorium.benchmarks.workload.Transfers;
import scriptorium.drills.command.Command;
import scriptorium.drills.command.Terminal;
import scriptorium.drills.embedded.LocalStore;

/** {@code ./scriptorium bench write}: how fast durable writes are, and beside what. */
public final class WriteCommand implements Command {

  /**
   * No snapshots, since no other side takes any; and the plain actor may keep as many commands
   * waiting as the benchmark sends.
   */
  private static final Map<String, Object> STORE_SETTINGS =
      Map.of(
          "scriptorium.store.snapshot.every-events",
          0,
          "akka.persistence.typed.stash-capacity",
          WriteOptions.MOST_OUTSTANDING + 1);

  private static final int MOST_SEED = 1_000_000;

  private static final String HELP =
      """
      Measures durable writes, beside other databases and what bounds them.

      Usage: ./scriptorium bench write [OPTION]...

      All sides write the same, each commit on the disk before its answer, in turns within one run,
      in a temporary folder. After a round to warm up there are five; shown are medians, with lowest
      and highest. Ratios are taken within a round. Latency is from call to answer, where the answer
      is given; the next write is sent from there.

      Sides:
        store                 Store.write, one insert or transfer a write; no snapshots
        store, shared mutations
                              the same by 64 callers, each of which puts all that it has outstanding
                              into one mutation
        one event a command   inserts alone: a plain EventSourcedBehavior on the same journal plugin
                              persists one event for each command, whose handler inserts into H2
        bare H2               the same on one thread, inserts with a commit each 256, transfers with
                              a commit for all outstanding: no journal, no capture, no answers
        raw append            inserts alone: 300 bytes and a force of the data, on a file full of zeros
        PostgreSQL            a server of its own, synchronous_commit and fsync on, by 1 and by 64
                              connections; transfers by a PL/pgSQL function
        store on PostgreSQL   where --journal postgres asks for it: inserts alone; the store with its
                              journal there, a server of its own, as scriptorium-postgres.conf has it
        SQLite                one connection, WAL, synchronous FULL
        Prevayler             up to 64 threads, synchronized journal, no copies of transactions
        Tarantool             where it is installed: a Lua script inside it, wal_mode fsync

      The store and Tarantool commit and answer each write on its own. Writes outstanding at the
      other peers are divided among their threads or connections; a share is one transaction,
      committed and answered together ("commit each N").

      --workload insert: a row of ten columns with one secondary index. Targets: store / one event a
      command at 256 outstanding at least 10; store / bare H2 at 256 at least 0.5 (aim 0.7); store
      p50 / raw append p50 at 1 outstanding at most 2.5 (aim 1.5); the event of an update of one of
      these rows at most 120 bytes. Peers have no target: where one wins, a sentence says what it
      does otherwise.

      --workload transfer: money between two of 100,000 accounts, both balances read, compared and
      written, or refused; accounts drawn evenly and, skewed, by Zipf's law; 64 callers with 1 and
      with 40 transfers outstanding each. Balances are checked after each
      measurement: a side that loses money ends the benchmark.

      Options:
        --workload NAME      insert or transfer (default insert)
        --peers LIST         none, all, or names separated by commas: postgres, sqlite, prevayler,
                             tarantool (default all); one that cannot start is told and left out
        --seconds N          time of all rounds together, 5 to 3600 (default 5 for each measurement
                             of a round: 50 without peers, about 160 with all); warming up, last
                             answers and clearing come on top, about half as much again
        --outstanding LIST   how many inserts wait for their answers at a time: numbers 1 to 8192,
                             separated by commas (default 1,16,256,4096)
        --seed N             which transfers; 0 to 9223372036854775807 (default a new one, printed)
        --json FILE          the figures of each round
        --journal postgres   measures the store on PostgreSQL too
        --check              exit code 1 where a target is missed; needs 1 and 256 outstanding

      Examples:
        ./scriptorium bench write --seconds 20 --outstanding 1,256 --peers none --check
        ./scriptorium bench write --workload transfer --peers postgres,sqlite --seed 1
        SCRIPTORIUM_JAVA_OPTS=-Djava.io.tmpdir=/disk ./scriptorium bench write
      """;

  @Override
  public String name() {
    return "bench write";
  }

  @Override
  public String summary() {
    return "durable writes a second, beside other databases and bare H2";
  }

  @Override
  public String help() {
    return HELP;
  }

  @Override
  public int run(List<String> args, Terminal terminal) throws Exception {
    BenchRun run = BenchRun.parse(this, args, WriteOptions.VALUED);
    WriteOptions options = WriteOptions.of(run, ThreadLocalRandom.current().nextInt(MOST_SEED));
    return run.measure(terminal, (folder, progress) -> measure(folder, options, progress));
  }

  private static BenchReport measure(Path folder, WriteOptions options, Consumer<String> progress)
      throws Exception {
    BenchReport report = new BenchReport("bench write");
    try (OpenPeers peers = OpenPeers.open(options.peers(), folder);
        LocalStore opened = LocalStore.open(folder, "store", STORE_SETTINGS)) {
      peers
          .missing()
          .forEach((name, reason) -> progress.accept("not measured: " + name + ": " + reason));
      report.setting("peersMissing", peers.missing());
      if (options.workload() == WriteOptions.Workload.INSERT) {
        inserts(folder, options, opened, peers, report, progress);
      } else {
        transfers(options, opened, peers, report, progress);
      }
    }
    return report;
  }

  private static void inserts(
      Path folder,
      WriteOptions options,
      LocalStore opened,
      OpenPeers peers,
      BenchReport report,
      Consumer<String> progress)
      throws Exception {
    report.setting("outstanding", options.outstanding());
    EventSize size = EventSize.measure(folder);
    Optional<PostgresStore> postgres =
        PostgresStore.open(options.postgresJournal(), folder, STORE_SETTINGS);
    try (BareDatabase bare = BareDatabase.open(false);
        BareDatabase ofActor = BareDatabase.open(true);
        RawAppendSide rawAppend = RawAppendSide.create(folder.resolve("raw"))) {
      StoreInserts.createTable(opened.store());
      WriteBench.Sides sides =
          new WriteBench.Sides(
              new StoreInserts(opened.store(), false),
              new OneEventSide(opened.system(), ofActor),
              new BareDatabaseSide(bare),
              rawAppend,
              with(
                  new StoreInserts(opened.store(), true),
                  PostgresStore.with(postgres, peers.inserts())));
      new WriteBench(sides, options.outstanding())
          .run(options.seconds(), report, progress)
          .addTo(report, size);
    } finally {
      postgres.ifPresent(PostgresStore::close);
    }
  }

  private static void transfers(
      WriteOptions options,
      LocalStore opened,
      OpenPeers peers,
      BenchReport report,
      Consumer<String> progress)
      throws Exception {
    report.setting("seed", options.seed());
    progress.accept("seed " + options.seed());
    StoreTransfers.createTable(opened.store());
    try (Connection bare = BareDatabase.openAccounts()) {
      List<Contest> contests =
          Stream.of(Transfers.uniform(options.seed()), Transfers.skewed(options.seed()))
              .map(transfers -> contest(opened.store(), bare, peers, transfers))
              .toList();
      new TransferBench(contests).run(options.seconds(), report, progress);
    }
  }

  private static Contest contest(
      Store store, Connection bare, OpenPeers peers, Transfers transfers) {
    return new Contest(
        transfers,
        new StoreTransfers(store, false, transfers),
        with(
            new StoreTransfers(store, true, transfers),
            with(new BareTransfers(bare, transfers), peers.transfers(transfers))));
  }

  private static List<Side> with(Side first, List<Side> others) {
    return Stream.concat(Stream.of(first), others.stream()).toList();
  }
}
