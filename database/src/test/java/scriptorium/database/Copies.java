package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.RowChangesCodec;
import scriptorium.database.change.TableName;

/** A database that is written and one that gets every change by bytes. */
final class Copies implements AutoCloseable {
  /** What a mutation does with the writer's statement. */
  interface Mutation {
    void run(Statement statement) throws SQLException;
  }

  final EmbeddedDatabase written = EmbeddedDatabase.open(DatabaseSettings.defaults());
  EmbeddedDatabase replayed = EmbeddedDatabase.open(DatabaseSettings.defaults());
  private int encodedBytes;

  Copies(String... schema) throws SQLException {
    for (String ddl : schema) {
      changeSchema(ddl);
    }
  }

  void changeSchema(String ddl) throws SQLException {
    written.executeSchema(ddl);
    replayed.executeSchema(ddl);
  }

  /** Runs statements as one mutation in a batch of its own and replays what it changed. */
  RowChanges write(String... statements) throws SQLException {
    return write(
        statement -> {
          for (String sql : statements) {
            statement.execute(sql);
          }
        });
  }

  RowChanges write(Mutation mutation) throws SQLException {
    RowChanges changes = capture(mutation);
    replayed.applier().apply(changes);
    replayed.applier().commit();
    return changes;
  }

  /** Writes without replaying. */
  RowChanges capture(String sql) throws SQLException {
    return capture(statement -> statement.execute(sql));
  }

  private RowChanges capture(Mutation mutation) throws SQLException {
    WriterTransaction writer = written.writer();
    Savepoint start = writer.savepoint();
    try (Statement statement = writer.rawConnection().createStatement()) {
      mutation.run(statement);
    } catch (SQLException | AssertionError e) {
      writer.rollback();
      throw e;
    }
    RowChanges changes = overBytes(writer.capture(start));
    writer.journaled();
    writer.commit();
    return changes;
  }

  /** Runs a mutation that is refused after it did its work. */
  void refuse(String... statements) throws SQLException {
    WriterTransaction writer = written.writer();
    Savepoint start = writer.savepoint();
    try (Statement statement = writer.rawConnection().createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    writer.rollbackTo(start);
    writer.rollback();
  }

  /** There and back through the codec. */
  RowChanges overBytes(RowChanges changes) {
    Output output = new Output(256, -1);
    RowChangesCodec.write(output, changes);
    encodedBytes = output.position();
    RowChanges decoded = RowChangesCodec.read(new Input(output.toBytes()));
    assertEquals(changes, decoded);
    return decoded;
  }

  int encodedBytes() {
    return encodedBytes;
  }

  /** From here on, changes are replayed on a copy that went through a script. */
  void copyByScript() throws SQLException {
    replayed.close();
    replayed = EmbeddedDatabase.open(DatabaseSettings.defaults());
    try (ReadView view = written.pin();
        Statement source = view.connection().createStatement();
        ResultSet script = source.executeQuery("SCRIPT NOPASSWORDS NOSETTINGS");
        Statement target = replayed.adminConnection().createStatement()) {
      while (script.next()) {
        String sql = script.getString(1);
        if (!sql.startsWith("CREATE USER") && !sql.startsWith("GRANT")) {
          target.execute(sql);
        }
      }
      replayed.regrant();
      replayed.forgetEstimatedBytes();
      replayed.restoreRowKeys(written.hiddenRowKeys(view));
      replayed.setSequencePositions(written.sequencePositions());
    }
  }

  /** Both hold the same rows, by plain SQL, by digests, and at the same hidden keys. */
  void expectEqual() throws SQLException {
    List<TableState> states = states(written);
    List<TableState> replayedStates = states(replayed);
    assertEquals(digests(states), digests(replayedStates));
    for (TableState state : states) {
      assertEquals(rows(written, state.table()), rows(replayed, state.table()));
    }
    assertEquals(keys(written), keys(replayed));
    assertEquals(Set.copyOf(written.sequencePositions()), Set.copyOf(replayed.sequencePositions()));
    assertEquals(bytes(states), written.estimatedBytes());
    assertEquals(bytes(replayedStates), replayed.estimatedBytes());
  }

  private static long bytes(List<TableState> states) {
    return states.stream().mapToLong(TableState::bytes).sum();
  }

  private static List<String> digests(List<TableState> states) {
    return states.stream().map(s -> s.table() + " " + s.rows() + " " + s.digest()).toList();
  }

  /** Keys and rows of the tables whose keys are hidden. */
  private static List<String> keys(EmbeddedDatabase database) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ReadView view = database.pin()) {
      for (TableName table : database.hiddenRowKeys(view).keySet()) {
        rows.add(table.toString());
        rows.addAll(query(database, "SELECT _ROWID_, * FROM " + table + " ORDER BY _ROWID_"));
      }
    }
    return rows;
  }

  static List<TableState> states(EmbeddedDatabase database) {
    try (ReadView view = database.pin()) {
      return database.tableStates(view);
    }
  }

  static List<String> rows(EmbeddedDatabase database, TableName table) throws SQLException {
    return query(database, "SELECT * FROM " + table).stream().sorted().toList();
  }

  static List<String> query(EmbeddedDatabase database, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = database.adminConnection().createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(text(result, i));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** Java objects as their bytes: nobody deserializes them here. */
  private static String text(ResultSet result, int column) throws SQLException {
    if (result.getMetaData().getColumnType(column) == Types.JAVA_OBJECT) {
      byte[] bytes = result.getBytes(column);
      return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }
    return String.valueOf(result.getString(column));
  }

  @Override
  public void close() {
    written.close();
    replayed.close();
  }
}
