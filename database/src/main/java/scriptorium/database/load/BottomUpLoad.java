package scriptorium.database.load;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.h2.engine.SessionLocal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.database.change.TableName;
import scriptorium.database.internal.SchemaFacts;
import scriptorium.database.internal.TableFacts;
import scriptorium.database.internal.TableScan;

/**
 * Fills the tables of a new database with the rows of a script, tree by tree.
 *
 * <pre>
 *   insert … insert     the rows are parsed, hashed and kept; their tables stay empty, so that what
 *                       makes indexes and constraints meanwhile has nothing to do
 *   finish              keys sorted, trees built, references checked
 * </pre>
 *
 * <p>Checked are: the order and uniqueness of each index, NOT NULL, the type of each value, and
 * that each reference leads to a row, which is told by {@link #danglingReferences}. CHECK
 * constraints are not evaluated: {@link #contents} proves the rows to be those that were dumped. No
 * trigger fires, no default is computed.
 *
 * <p>Tables with LOBs, and those with an index that is no ordinary tree, are filled row by row by
 * H2's own calls, which is told as a warning. Whatever else goes wrong ends the load, and the
 * database is to be thrown away.
 */
public final class BottomUpLoad {
  private static final Logger LOG = LoggerFactory.getLogger(BottomUpLoad.class);

  private final SessionLocal session;
  private final LongSupplier nanoClock;
  private final Map<TableName, LoadedTable> tables = new TreeMap<>();
  private final InsertParser parser;
  private List<String> danglingReferences = List.of();
  private final AtomicLong rowNanos = new AtomicLong();
  private final AtomicLong indexNanos = new AtomicLong();
  private @Nullable LoadedTable current;
  private long parsingNanos;
  private long hashingNanos;
  private long referenceNanos;

  /**
   * @param session of a database whose tables are made before their rows are read
   * @param nanoClock to tell where the time went
   */
  public BottomUpLoad(SessionLocal session, LongSupplier nanoClock) {
    this.session = session;
    this.nanoClock = nanoClock;
    this.parser = new InsertParser(session, this::loaded);
  }

  /** A statement's rows are hashed at its end, and so before those of another table come. */
  private @Nullable LoadedTable loaded(TableName name) {
    LoadedTable known = tables.get(name);
    TableFacts facts = known == null ? SchemaFacts.current(null, session).byName(name) : null;
    if (facts != null) {
      known = new LoadedTable(facts);
      tables.put(name, known);
    }
    current = known;
    return known;
  }

  /**
   * Reads one INSERT statement of the script.
   *
   * @throws LoadViolationException naming the table, if its rows could not be in it
   */
  public void insert(byte[] statement, int from, int to) {
    long start = nanoClock.getAsLong();
    parser.read(statement, from, to);
    long parsed = nanoClock.getAsLong();
    if (current != null) {
      current.hashAdded();
    }
    hashingNanos += nanoClock.getAsLong() - parsed;
    parsingNanos += parsed - start;
  }

  /** How many rows were read so far. */
  public long rows() {
    return parser.rows();
  }

  /**
   * Puts the rows into their tables, after everything that makes an index was run.
   *
   * @param hiddenKeys for each table without an integer primary key that has rows, their keys
   * @throws LoadViolationException naming the table, and the index or constraint
   */
  public void finish(Map<TableName, long[]> hiddenKeys) {
    parser.finish();
    Map<TableName, LoadedTable> now = filled();
    session.lock();
    try {
      requireTables(hiddenKeys.keySet(), now.keySet());
      now.forEach((name, table) -> count(rowNanos, () -> table.setKeys(hiddenKeys.get(name))));
      fill(now.values());
    } finally {
      session.unlock();
    }
    long start = nanoClock.getAsLong();
    danglingReferences = References.violations(session, now);
    referenceNanos = nanoClock.getAsLong() - start;
  }

  /** What was spent until now. */
  public LoadTimes times() {
    return new LoadTimes(
        parsingNanos, hashingNanos, rowNanos.get(), indexNanos.get(), referenceNanos);
  }

  private void count(AtomicLong nanos, Runnable part) {
    long start = nanoClock.getAsLong();
    part.run();
    nanos.addAndGet(nanoClock.getAsLong() - start);
  }

  private static void requireTables(Set<TableName> withKeys, Set<TableName> withRows) {
    for (TableName table : withKeys) {
      if (!withRows.contains(table)) {
        throw new LoadViolationException(
            "row keys of a table without rows: table=" + table + " expected=0");
      }
    }
  }

  /** The tables with rows, which must still be those that the rows were read for. */
  private Map<TableName, LoadedTable> filled() {
    SchemaFacts schema = SchemaFacts.current(null, session);
    Map<TableName, LoadedTable> known = new HashMap<>();
    tables.forEach(
        (name, table) -> {
          TableFacts facts = schema.byName(name);
          if (facts == null || !facts.table().equals(table.facts().table())) {
            throw new LoadViolationException("a table was made anew after its rows: table=" + name);
          }
          if (table.size() > 0) {
            known.put(name, table);
          }
        });
    return known;
  }

  /** Trees are built side by side: each belongs to one job, which reads the rows alone. */
  private void fill(Collection<LoadedTable> tables) {
    List<LoadedTable> built = new ArrayList<>();
    for (LoadedTable table : tables) {
      Optional<String> obstacle = table.obstacle();
      if (obstacle.isPresent()) {
        count(rowNanos, () -> addRowByRow(table, obstacle.get()));
      } else {
        built.add(table);
      }
    }
    // The largest first, so that no thread is left alone with one at the end.
    built.sort(Comparator.comparingInt(LoadedTable::size).reversed());
    List<Runnable> jobs = new ArrayList<>();
    for (LoadedTable table : built) {
      for (IndexTree tree : table.indexTrees(session)) {
        jobs.add(() -> count(indexNanos, () -> table.build(tree)));
      }
      jobs.add(() -> count(rowNanos, table::buildRows));
    }
    SharedJobs.run(jobs);
    built.forEach(table -> count(rowNanos, () -> table.addLast(session)));
  }

  private void addRowByRow(LoadedTable table, String obstacle) {
    LOG.warn(
        "a table is filled row by row: table={} rows={} reason={}",
        table.facts().name(),
        table.size(),
        obstacle);
    table.addRowByRow(session);
  }

  /** A sentence for each reference that leads to no row, once {@link #finish} has checked them. */
  public List<String> danglingReferences() {
    return danglingReferences;
  }

  /** What was put into every table, sorted by name. */
  public List<TableScan.Content> contents() {
    return SchemaFacts.current(null, session).tables().stream().map(this::content).toList();
  }

  private TableScan.Content content(TableFacts now) {
    LoadedTable table = tables.get(now.name());
    return table == null ? new TableScan.Content(now.name(), 0, 0, 0, 0) : table.content(now);
  }
}
