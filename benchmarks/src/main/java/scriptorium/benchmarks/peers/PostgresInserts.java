package scriptorium.benchmarks.peers;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import scriptorium.benchmarks.workload.Parcel;

/** Inserts into PostgreSQL, a thread a connection. */
final class PostgresInserts extends GroupSide {

  private final List<Connection> connections;

  PostgresInserts(String name, List<Connection> connections) {
    super(name, connections.size());
    this.connections = connections;
  }

  /** Several connections begin where each has something to do, with a row each. */
  @Override
  public List<Integer> levels(List<Integer> asked) {
    int callers = connections.size();
    List<Integer> above = asked.stream().filter(level -> level > callers).toList();
    if (callers == 1 || above.isEmpty()) {
      return asked.stream().filter(level -> level >= callers).toList();
    }
    return IntStream.concat(IntStream.of(callers), above.stream().mapToInt(i -> i))
        .boxed()
        .toList();
  }

  @Override
  public String difference() {
    return connections.size() == 1
        ? "rows that share a commit go in one message and as one statement, and fail together"
        : "connections execute side by side in processes of their own and share a sync of the log;"
            + " a connection's rows go as one statement";
  }

  @Override
  int write(int caller, long first, int count) throws SQLException {
    Connection connection = connections.get(caller);
    connection.setAutoCommit(count == 1);
    try (PreparedStatement insert = connection.prepareStatement(Parcel.INSERT)) {
      for (int i = 0; i < count; i++) {
        Parcel.of(first + i).bind(insert);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    if (count > 1) {
      connection.commit();
    }
    return count;
  }

  @Override
  public void clear() throws SQLException {
    Connection connection = connections.get(0);
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute("TRUNCATE PARCEL");
    }
  }
}
