package scriptorium.benchmarks.capture;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import scriptorium.benchmarks.workload.BareH2;

/** The steps that need H2 alone. Used by one thread. */
final class BareSteps implements AutoCloseable {

  private final Connection connection;
  private final Map<SmallMutation, PreparedStatement> prepared = new EnumMap<>(SmallMutation.class);

  private BareSteps(Connection connection) throws SQLException {
    this.connection = connection;
    for (SmallMutation mutation : SmallMutation.values()) {
      prepared.put(mutation, connection.prepareStatement(mutation.sql()));
    }
  }

  static BareSteps open() throws SQLException {
    Connection connection = BareH2.open();
    try {
      for (String sql : SmallMutation.SCHEMA) {
        execute(connection, sql);
      }
      connection.setAutoCommit(false);
      return new BareSteps(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Runs so many mutations and commits them. */
  void run(Step step, SmallMutation mutation, long first, int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      if (step == Step.BARE) {
        mutation.run(statement(mutation), first + i);
      } else {
        try (PreparedStatement made = connection.prepareStatement(mutation.sql())) {
          mutation.run(made, first + i);
        }
      }
    }
    connection.commit();
  }

  private PreparedStatement statement(SmallMutation mutation) {
    return requireNonNull(prepared.get(mutation));
  }

  void clear() throws SQLException {
    execute(connection, SmallMutation.CLEAR);
    connection.commit();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
