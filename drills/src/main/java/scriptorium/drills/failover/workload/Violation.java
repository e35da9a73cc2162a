package scriptorium.drills.failover.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** Rules that a mutation must not get away with breaking, whatever the data. */
public enum Violation {
  /** A balance below zero. */
  CHECK("UPDATE accounts SET balance = -1 WHERE id = 1"),
  /** Two items with one code. */
  UNIQUE(
      "INSERT INTO items (code, account, quantity) VALUES ('twin-%1$s', 1, 1), ('twin-%1$s', 1, 1)"),
  /** An item of an account that is not there. */
  REFERENCE("INSERT INTO items (code, account, quantity) VALUES ('orphan-%1$s', -1, 1)"),
  /** An item without code. */
  NOT_NULL("INSERT INTO items (code, account, quantity) VALUES (NULL, 1, 1)"),
  /** A statement that would commit. */
  SCHEMA_CHANGE("CREATE TABLE stowaway (id BIGINT)"),
  /** An exception of the mutation's own, after a change that was allowed. */
  EXCEPTION("UPDATE accounts SET balance = balance + 1 WHERE id = 1");

  private final String sql;

  Violation(String sql) {
    this.sql = sql;
  }

  void commitCrime(Connection connection, UUID txId) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(String.format(sql, txId));
    }
    if (this == EXCEPTION) {
      throw new IllegalStateException("this mutation fails on purpose");
    }
  }
}
