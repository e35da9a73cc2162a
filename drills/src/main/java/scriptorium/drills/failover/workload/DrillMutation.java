package scriptorium.drills.failover.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import scriptorium.actors.Mutation;

/** The changes that a drill asks for; each marks its txId as applied beside its own change. */
public sealed interface DrillMutation extends Mutation<Long> {

  /** The write's id, kept in table {@code applied}. */
  UUID txId();

  /** What it asks, in words, for the history. */
  String words();

  /** Moves an amount between accounts; refused by a constraint when there is not enough. */
  record Transfer(UUID txId, long from, long to, long amount) implements DrillMutation {

    @Override
    public Long run(Connection connection) throws SQLException {
      markApplied(connection, txId);
      String sql =
          "UPDATE accounts SET balance = balance + ?, transfers = transfers + 1 WHERE id = ?";
      return update(connection, sql, -amount, from) + update(connection, sql, amount, to);
    }

    @Override
    public String words() {
      return "transfer " + amount + " from " + from + " to " + to;
    }
  }

  /** Inserts an item; answers its generated id. */
  record InsertItem(UUID txId, String code, long account, int quantity) implements DrillMutation {

    @Override
    public Long run(Connection connection) throws SQLException {
      markApplied(connection, txId);
      return insertItem(connection, code, account, quantity);
    }

    @Override
    public String words() {
      return "insert item " + code + " of " + account;
    }
  }

  /** Changes an item's quantity; answers how many rows changed. */
  record UpdateItem(UUID txId, long id, int quantity) implements DrillMutation {

    @Override
    public Long run(Connection connection) throws SQLException {
      markApplied(connection, txId);
      return update(connection, "UPDATE items SET quantity = ? WHERE id = ?", quantity, id);
    }

    @Override
    public String words() {
      return "update item " + id + " to " + quantity;
    }
  }

  /** Deletes an item; answers how many rows went. */
  record DeleteItem(UUID txId, long id) implements DrillMutation {

    @Override
    public Long run(Connection connection) throws SQLException {
      markApplied(connection, txId);
      return update(connection, "DELETE FROM items WHERE id = ?", id);
    }

    @Override
    public String words() {
      return "delete item " + id;
    }
  }

  /** Changes something allowed, then breaks a rule: all of it must be refused. */
  record Violate(UUID txId, Violation violation) implements DrillMutation {

    @Override
    public Long run(Connection connection) throws Exception {
      markApplied(connection, txId);
      violation.commitCrime(connection, txId);
      return 0L;
    }

    @Override
    public String words() {
      return "violate " + violation;
    }
  }

  /** Inserts accounts, each with the initial balance; answers how many. */
  record LoadAccounts(UUID txId, long first, int count) implements DrillMutation {

    @Override
    public Long run(Connection connection) throws SQLException {
      markApplied(connection, txId);
      String sql = "INSERT INTO accounts (id, balance) VALUES (?, ?)";
      try (PreparedStatement insert = connection.prepareStatement(sql)) {
        for (long id = first; id < first + count; id++) {
          insert.setLong(1, id);
          insert.setLong(2, DrillSchema.INITIAL_BALANCE);
          insert.executeUpdate();
        }
      }
      return (long) count;
    }

    @Override
    public String words() {
      return "load " + count + " accounts from " + first;
    }
  }

  /** Inserts items, spread over the accounts 1 to {@code accounts}; answers how many. */
  record LoadItems(UUID txId, long first, int count, long accounts) implements DrillMutation {

    @Override
    public Long run(Connection connection) throws SQLException {
      markApplied(connection, txId);
      for (long i = first; i < first + count; i++) {
        insertItem(connection, "loaded-" + i, 1 + i % accounts, (int) (i % 1000));
      }
      return (long) count;
    }

    @Override
    public String words() {
      return "load " + count + " items from " + first;
    }
  }

  private static void markApplied(Connection connection, UUID txId) throws SQLException {
    String sql = "INSERT INTO applied (tx) VALUES (?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setObject(1, txId);
      insert.executeUpdate();
    }
  }

  private static long insertItem(Connection connection, String code, long account, int quantity)
      throws SQLException {
    String sql = "INSERT INTO items (code, account, quantity) VALUES (?, ?, ?)";
    try (PreparedStatement insert =
        connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, code);
      insert.setLong(2, account);
      insert.setInt(3, quantity);
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        keys.next();
        return keys.getLong(1);
      }
    }
  }

  private static long update(Connection connection, String sql, long... values)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        update.setLong(i + 1, values[i]);
      }
      return update.executeUpdate();
    }
  }
}
