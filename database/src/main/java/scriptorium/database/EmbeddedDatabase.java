package scriptorium.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.h2.engine.SessionLocal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;
import scriptorium.database.guard.HeldHeap;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.guard.MutationConnections;
import scriptorium.database.guard.OpenView;
import scriptorium.database.guard.PublishedNumber;
import scriptorium.database.guard.ReadConnections;
import scriptorium.database.internal.ChangeReplay;
import scriptorium.database.internal.Connections;
import scriptorium.database.internal.EvaluatedExpressions;
import scriptorium.database.internal.HiddenKeys;
import scriptorium.database.internal.KeylessTables;
import scriptorium.database.internal.OpenTransactionLimit;
import scriptorium.database.internal.SchemaRules;
import scriptorium.database.internal.SequenceReading;
import scriptorium.database.internal.TableScan;
import scriptorium.database.internal.TableVersion;
import scriptorium.database.load.BottomUpLoad;
import scriptorium.database.load.References;
import scriptorium.database.load.RowDigests;

/**
 * One private in-memory H2 database; closing discards it.
 *
 * <pre>
 *   try (EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults())) {
 *     database.executeSchema("CREATE TABLE account(id BIGINT PRIMARY KEY, balance BIGINT)");
 *     Savepoint start = database.writer().savepoint();
 *     ...
 *   }
 * </pre>
 *
 * <p>Safe for use by many threads, with the limits of what it hands out. Nothing of it survives the
 * process.
 */
public final class EmbeddedDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);

  private static final String REBUILD_COLUMN = "\"scriptorium rebuilds\"";

  /** Open transactions that are no readers': the writer's, the owner's, pins'. */
  private static final int RESERVED_TRANSACTIONS = 16;

  private final DatabaseSettings settings;
  private final Connections connections;
  private final SessionLocal ownerSession;
  private final AtomicLong bytes = new AtomicLong();
  private final HeldHeap heap = new HeldHeap(bytes);
  private final PublishedNumber published = new PublishedNumber();
  private final WriterTransaction writer;
  private final RowApplier applier;
  private final MutationConnections mutations;
  private final ReadConnections readers;
  private final Deque<ReadView> idlePins = new ArrayDeque<>();
  private final Set<ReadView> openPins = ConcurrentHashMap.newKeySet();
  private final SequenceReading sequences = new SequenceReading();
  private boolean bytesKnown = true;
  private boolean closed;

  private EmbeddedDatabase(DatabaseSettings settings) throws SQLException {
    this.settings = settings;
    this.connections = new Connections(settings.secrets());
    this.ownerSession = Connections.session(connections.admin());
    this.writer = new WriterTransaction(connections.openWriter(), bytes, heap, published);
    this.applier = new RowApplier(ownerSession, bytes, heap, published);
    this.mutations = new MutationConnections(writer.rawConnection());
    this.readers =
        new ReadConnections(
            () -> connections.openReader((int) settings.readPause().toMillis()),
            settings.readers(),
            new ReadConnections.Basis(published, heap, settings.nanoClock(), settings.viewReuse()));
    for (int i = 0; i < settings.idlePins(); i++) {
      idlePins.push(newPin());
    }
    regrant();
  }

  /**
   * Opens a new, empty database.
   *
   * @throws IllegalArgumentException when as many readers as set would leave the writer, pins and
   *     the owner no transaction of H2's
   */
  public static EmbeddedDatabase open(DatabaseSettings settings) {
    if (settings.readers() > mostReaders()) {
      throw new IllegalArgumentException(
          "too many readers for this H2: found="
              + settings.readers()
              + " expected=1.."
              + mostReaders()
              + "; set fewer, or the system property h2.maxOpenTransactions before H2 loads");
    }
    try {
      return new EmbeddedDatabase(settings);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot open an embedded database", e);
    }
  }

  /**
   * The most readers that a database may have in this JVM: each may hold one of H2's open
   * transactions, and a writer that finds none left fails.
   */
  public static int mostReaders() {
    return OpenTransactionLimit.measured() - RESERVED_TRANSACTIONS;
  }

  /** The only writer; always the same object. */
  public WriterTransaction writer() {
    return writer;
  }

  /** Replays changes; always the same object. Only while nobody writes. */
  public RowApplier applier() {
    return applier;
  }

  /**
   * Opens the guarded connection of one mutation on the writer's open transaction, for this thread.
   */
  public MutationConnection openMutation() throws SQLException {
    return mutations.open(Thread.currentThread(), writer::checkTransaction);
  }

  /** The pool of guarded, SELECT-only connections. */
  public ReadConnections readers() {
    return readers;
  }

  /** What the database shows: moved by every commit, read by every view. */
  public PublishedNumber published() {
    return published;
  }

  /** All views that are open, by whomever, in no order. */
  public List<OpenView> openViews() {
    long now = settings.nanoClock().getAsLong();
    List<OpenView> open = new ArrayList<>(readers.openViews());
    openPins.forEach(pin -> pin.open(heap, now).ifPresent(open::add));
    return open;
  }

  /** How many views are pinned, those of readers not among them. */
  public int openPins() {
    return openPins.size();
  }

  /** Its name, for people. */
  public String name() {
    return connections.name();
  }

  /** The owner's connection, for SCRIPT and RUNSCRIPT. It shares its session with the applier. */
  public Connection adminConnection() {
    return connections.admin();
  }

  /**
   * Runs one schema statement and gives the internal users their rights on what it made. Changes
   * applied before are committed with it.
   *
   * @throws SQLException if H2 refuses the statement
   * @throws IllegalStateException while a batch is under way or a view is pinned: schema changes
   *     are not versioned, both would see them half
   */
  public synchronized void executeSchema(String ddl) throws SQLException {
    requireOpen();
    if (!writer.isIdle() || !openPins.isEmpty()) {
      throw new IllegalStateException(
          "schema change while in use: writer=" + writer.state() + " openPins=" + openPins.size());
    }
    applier.commit();
    readers.rest();
    try (Statement statement = connections.admin().createStatement()) {
      statement.execute(ddl);
    }
    bytesKnown = false;
    settleRowKeys();
    regrant();
    published.commit(() -> {}); // a view from before is not the newest any more
  }

  /**
   * Runs a schema statement that is not in any journal yet: as {@link #executeSchema}, but refuses
   * what a replay, a snapshot or another node would make something else of.
   *
   * @throws SQLException if H2 refuses the statement, or with the state 0A000 and the reason; the
   *     database may be changed then, and is to be thrown away
   */
  public synchronized void executeNewSchema(String ddl) throws SQLException {
    SessionLocal session = Connections.session(connections.admin());
    SchemaRules before = SchemaRules.of(session);
    Optional<String> evaluated = EvaluatedExpressions.objection(session, ddl);
    if (evaluated.isEmpty()) {
      executeSchema(ddl);
    }
    Optional<String> objection = evaluated.or(() -> SchemaRules.of(session).objectionSince(before));
    if (objection.isPresent()) {
      throw new SQLFeatureNotSupportedException(objection.get(), "0A000");
    }
  }

  /** A table is rebuilt with its primary key in place by any change of its columns. */
  private void settleRowKeys() throws SQLException {
    HiddenKeys keys = new HiddenKeys(Connections.session(connections.admin()));
    try (Statement statement = connections.admin().createStatement()) {
      for (TableName table : keys.settle()) {
        statement.execute("ALTER TABLE " + table + " ADD COLUMN " + REBUILD_COLUMN + " BOOLEAN");
        statement.execute("ALTER TABLE " + table + " DROP COLUMN " + REBUILD_COLUMN);
      }
    }
  }

  /**
   * Cancels the statement that runs in the owner's or in the writer's session, if there is one; it
   * then fails with the state 57014. For any thread, which does not wait for it.
   */
  public void cancelStatement() {
    ownerSession.cancel();
    writer.cancelStatement();
  }

  /** Gives WRITER and READER their rights on every schema; after a RUNSCRIPT too. */
  public void regrant() throws SQLException {
    try (Statement statement = connections.admin().createStatement()) {
      for (String schema : schemas(statement)) {
        String onSchema = " ON SCHEMA " + TableName.quote(schema) + " TO ";
        statement.execute("GRANT SELECT, INSERT, UPDATE, DELETE" + onSchema + Connections.WRITER);
        statement.execute("GRANT SELECT" + onSchema + Connections.READER);
      }
    }
  }

  private static List<String> schemas(Statement statement) throws SQLException {
    List<String> schemas = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            """
            SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA
            WHERE SCHEMA_NAME <> 'INFORMATION_SCHEMA'""")) {
      while (rows.next()) {
        schemas.add(rows.getString(1));
      }
    }
    return schemas;
  }

  /** Pins what is committed now, in some 20 µs; to be closed. */
  public ReadView pin() {
    try {
      ReadView view = takePin();
      view.pin(heap.mark(settings.nanoClock().getAsLong()), published.now());
      return view;
    } catch (SQLException e) {
      throw new IllegalStateException("cannot pin a view", e);
    }
  }

  private synchronized ReadView takePin() throws SQLException {
    requireOpen();
    ReadView idle = idlePins.poll();
    ReadView view = idle != null ? idle : newPin();
    openPins.add(view);
    return view;
  }

  private ReadView newPin() throws SQLException {
    return new ReadView(connections.openAdmin(), this::release);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the database is closed");
    }
  }

  private synchronized void release(ReadView view) {
    openPins.remove(view);
    try {
      if (closed) {
        view.disconnect();
        return;
      }
      view.unpin();
      if (idlePins.size() < settings.idlePins()) {
        idlePins.push(view);
      } else {
        view.disconnect();
      }
    } catch (SQLException e) {
      LOG.warn("a pinned view could not be released; its connection is given up", e);
    }
  }

  /** Every table's rows, digest and bytes at the pinned point, sorted by name; heap bounded. */
  public List<TableState> tableStates(ReadView view) {
    return tableStates(view, () -> {});
  }

  /**
   * The same, slowly.
   *
   * @param pace called every few hundred rows: may let the thread rest, and may throw to end it
   */
  public List<TableState> tableStates(ReadView view, Runnable pace) {
    return new TableScan(view.session(), pace)
        .contents(table -> true).stream().map(TableState::of).toList();
  }

  /**
   * Counts and hashes rows of a script whose tables are made in this database, and stay empty; by
   * the owner's session.
   */
  public RowDigests rowDigests() {
    return new RowDigests(Connections.session(connections.admin()));
  }

  /** What was counted and hashed of every table, sorted by name. */
  public List<TableState> tableStates(RowDigests digests) {
    return digests.contents().stream().map(TableState::of).toList();
  }

  /**
   * Begins to fill this database, which is new, with the rows of a script whose tables are made
   * meanwhile; by the owner's session.
   */
  public BottomUpLoad bottomUpLoad() {
    return new BottomUpLoad(Connections.session(connections.admin()), settings.nanoClock());
  }

  /**
   * Ends such a load: puts the rows into their tables, and counts their bytes.
   *
   * @param rowKeys for each table without an integer primary key that has rows, their keys
   * @return what was put into every table, sorted by name
   * @throws scriptorium.database.load.LoadViolationException if the rows do not fit the schema; the
   *     database is then to be thrown away
   */
  public synchronized List<TableState> finish(BottomUpLoad load, Map<TableName, long[]> rowKeys) {
    load.finish(rowKeys);
    List<TableState> states = load.contents().stream().map(TableState::of).toList();
    bytes.set(states.stream().mapToLong(TableState::bytes).sum());
    bytesKnown = true;
    return states;
  }

  /**
   * Checks that every reference leads to a row; only while nobody writes.
   *
   * @return a sentence for each constraint with one that does not
   */
  public List<String> danglingReferences() {
    return References.violations(Connections.session(connections.admin()));
  }

  /** The same of those tables that are wanted. */
  public List<TableState> tableStates(ReadView view, Predicate<TableName> wanted) {
    return new TableScan(view.session()).contents(wanted).stream().map(TableState::of).toList();
  }

  /** What the tables are now, to be compared with later; only while nobody writes. */
  public TableVersions tableVersions() {
    return new TableVersions(TableVersion.all(Connections.session(connections.admin())));
  }

  /** The row keys, ascending, of each table with rows but without an integer primary key. */
  public Map<TableName, long[]> hiddenRowKeys(ReadView view) {
    return new TableScan(view.session()).hiddenKeys();
  }

  /**
   * Gives the rows, in their present order, the keys they had before a script renumbered them; only
   * while nobody writes. After a failure the database is to be thrown away.
   */
  public void restoreRowKeys(Map<TableName, long[]> keys) {
    new HiddenKeys(Connections.session(connections.admin())).restore(keys);
  }

  /** The names, as SQL, of the stored tables that have no primary key; in no order. */
  public List<String> tablesWithoutPrimaryKey() {
    return KeylessTables.of(Connections.session(connections.admin()));
  }

  /** Where every sequence and identity column stands; sequences know no pinned point. */
  public List<SequencePosition> sequencePositions() {
    return sequences.positions(Connections.session(connections.admin()));
  }

  /** Sets the sequences exactly; only while nobody writes. */
  public void setSequencePositions(List<SequencePosition> positions) {
    ChangeReplay replay = new ChangeReplay(Connections.session(connections.admin()));
    positions.forEach(replay::set);
  }

  /**
   * The rows' memory as H2 accounts it plus 64 bytes an index entry: kept by each commit, measured
   * by a scan of all tables after the schema changed or rows came by another way.
   */
  public synchronized long estimatedBytes() {
    if (!bytesKnown) {
      countBytes();
      bytesKnown = true;
    }
    return bytes.get();
  }

  /**
   * Takes the bytes counted until now for near enough after a schema change, so that whoever asks
   * next need not wait for a scan: {@link #countBytes} is to follow on a thread that has time.
   */
  public synchronized void trustEstimatedBytes() {
    bytesKnown = true;
  }

  /** Counts the bytes anew by a scan of all tables, while others work and go by the old count. */
  public void countBytes() {
    // What is committed during the scan adds itself to the same counter.
    long before = bytes.get();
    try (ReadView view = pin()) {
      bytes.addAndGet(new TableScan(view.session()).bytes() - before);
    }
  }

  /** Says that rows came or went by the admin connection: they are counted anew when asked for. */
  public synchronized void forgetEstimatedBytes() {
    bytesKnown = false;
  }

  /** How many transactions may be open at once in this JVM; readers' and pins' included. */
  public int openTransactionLimit() {
    return OpenTransactionLimit.measured();
  }

  /** Discards the database, whoever still uses it; closing again does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    connections.shutdown();
    disconnect();
  }

  /**
   * H2 keeps the session, hence the whole database, of each connection that nobody closed until the
   * program opens its next one. Those in use are closed by their users; the writer's might not come
   * back from a statement, and is left to H2 then.
   */
  private void disconnect() {
    readers.retire();
    try {
      for (ReadView pin : idlePins) {
        pin.disconnect();
      }
      if (writer.isIdle()) {
        writer.rawConnection().close();
      }
      connections.admin().close();
    } catch (SQLException e) {
      LOG.debug("a connection of a closed database could not be closed", e);
    }
  }
}
