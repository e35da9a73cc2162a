package scriptorium.benchmarks.reading;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import scriptorium.benchmarks.workload.BareH2;
import scriptorium.benchmarks.workload.Parcel;

/** H2 by itself, with the same rows as the store. Used by one thread. */
final class BareReads implements AutoCloseable {

  static final String PREPARED = "bare H2";

  private final Connection connection;
  private final Connection snapshots;
  private final Connection pinned;
  private final PreparedStatement prepared;
  private final PreparedStatement pin;
  private final PreparedStatement ofPinned;

  private BareReads(Connection connection) throws SQLException {
    this.connection = connection;
    this.snapshots = snapshot(connection);
    this.pinned = snapshot(connection);
    this.prepared = connection.prepareStatement(ReadWay.SELECT);
    this.pin = snapshots.prepareStatement("SELECT 1");
    this.ofPinned = pinned.prepareStatement(ReadWay.SELECT);
  }

  private static Connection snapshot(Connection connection) throws SQLException {
    Connection another = BareH2.another(connection);
    try (Statement statement = another.createStatement()) {
      statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SNAPSHOT");
    }
    another.setAutoCommit(false);
    return another;
  }

  static BareReads open(int rows) throws SQLException {
    Connection connection = BareH2.open();
    try {
      try (Statement statement = connection.createStatement()) {
        statement.execute(Parcel.SCHEMA);
      }
      connection.setAutoCommit(false);
      insert(connection, 0, rows);
      connection.commit();
      connection.setAutoCommit(true);
      return new BareReads(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Inserts the rows of these ids. */
  static int insert(Connection connection, int from, int to) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(Parcel.INSERT)) {
      for (int id = from; id < to; id++) {
        Parcel.of(id).bind(insert);
        insert.executeUpdate();
      }
    }
    return to - from;
  }

  List<ReadWay> ways() {
    return List.of(
        ReadWay.oneByOne(PREPARED, id -> ReadWay.select(prepared, id)),
        ReadWay.oneByOne(
            "bare H2, prepared each time", id -> ReadWay.prepareAndSelect(connection, id)),
        ReadWay.oneByOne("bare H2, in one SNAPSHOT view", id -> ReadWay.select(ofPinned, id)),
        ReadWay.oneByOne("bare H2, a SNAPSHOT view each", this::inViewOfItsOwn));
  }

  /**
   * What any read of one point in time needs: its first statement fixes the point. It ends with a
   * commit, since a rollback makes the session forget the statements it has parsed.
   */
  private long inViewOfItsOwn(long id) throws SQLException {
    pin.executeQuery().close();
    long found = ReadWay.prepareAndSelect(snapshots, id);
    snapshots.commit();
    return found;
  }

  @Override
  public void close() throws SQLException {
    pinned.close();
    snapshots.close();
    connection.close();
  }
}
