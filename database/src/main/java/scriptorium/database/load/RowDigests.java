package scriptorium.database.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.h2.engine.SessionLocal;
import org.h2.result.Row;
import org.h2.table.Table;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.TableName;
import scriptorium.database.internal.RowHash;
import scriptorium.database.internal.SchemaFacts;
import scriptorium.database.internal.TableFacts;
import scriptorium.database.internal.TableScan;

/**
 * Counts and hashes the rows of a script without keeping one: the tables stay empty, and give the
 * columns' types. Heap is needed for a statement, and for the LOBs of one row.
 */
public final class RowDigests {
  private final SessionLocal session;
  private final Map<TableName, Counted> tables = new HashMap<>();
  private final InsertParser parser;

  /**
   * @param session of a database whose tables are made before their rows are read
   */
  public RowDigests(SessionLocal session) {
    this.session = session;
    this.parser = new InsertParser(session, this::counted);
  }

  /**
   * Reads one INSERT statement of a script.
   *
   * @throws LoadViolationException naming the table, if its rows could not be in it
   */
  public void insert(byte[] statement, int from, int to) {
    parser.read(statement, from, to);
  }

  /** How many rows were read so far. */
  public long rows() {
    return parser.rows();
  }

  /** What was read of every table, sorted by name. */
  public List<TableScan.Content> contents() {
    return SchemaFacts.current(null, session).tables().stream().map(this::content).toList();
  }

  /** How many rows were read of each table without an integer primary key that has rows. */
  public Map<TableName, Long> hiddenKeys() {
    Map<TableName, Long> counts = new HashMap<>();
    tables.forEach(
        (name, counted) -> {
          if (counted.facts.hasHiddenKeys() && counted.hash.rows() > 0) {
            counts.put(name, counted.hash.rows());
          }
        });
    return counts;
  }

  private TableScan.Content content(TableFacts facts) {
    Counted counted = tables.get(facts.name());
    RowHash hash = counted == null ? new RowHash(new int[0]) : counted.hash;
    return new TableScan.Content(
        facts.name(), hash.rows(), hash.high(), hash.low(), counted == null ? 0 : counted.bytes);
  }

  private @Nullable Counted counted(TableName name) {
    Counted known = tables.get(name);
    TableFacts facts = known == null ? SchemaFacts.current(null, session).byName(name) : null;
    if (facts != null) {
      known = new Counted(facts);
      tables.put(name, known);
    }
    return known;
  }

  private static final class Counted implements InsertParser.Target {
    private final TableFacts facts;
    private final RowHash hash;
    private long bytes;

    Counted(TableFacts facts) {
      this.facts = facts;
      this.hash = new RowHash(facts.dumpedColumns());
    }

    @Override
    public Table table() {
      return facts.table();
    }

    @Override
    public void add(Row row) {
      hash.add(row);
      bytes += row.getMemory();
    }
  }
}
