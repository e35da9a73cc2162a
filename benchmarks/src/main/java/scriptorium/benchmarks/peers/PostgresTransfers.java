package scriptorium.benchmarks.peers;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import scriptorium.benchmarks.workload.BalanceChecker;
import scriptorium.benchmarks.workload.Transfer;
import scriptorium.benchmarks.workload.Transfers;

/**
 * Transfers in PostgreSQL, a thread a connection, by a function of its own: one call and one commit
 * for all that a caller has outstanding, which is the fastest of its ways.
 */
final class PostgresTransfers extends GroupSide {

  /** Accounts are locked in the order of their keys, so that no two calls wait for each other. */
  static final String FUNCTION =
      """
      CREATE FUNCTION TRANSFER(SOURCES INT[], TARGETS INT[], AMOUNTS INT[]) RETURNS INT
      LANGUAGE plpgsql AS $$
      DECLARE
        COMMITTED INT := 0;
        SOURCE_BALANCE BIGINT;
        TARGET_BALANCE BIGINT;
      BEGIN
        PERFORM 1 FROM ACCOUNT WHERE ID = ANY (SOURCES || TARGETS) ORDER BY ID FOR UPDATE;
        FOR I IN 1 .. CARDINALITY(SOURCES) LOOP
          SELECT BALANCE INTO SOURCE_BALANCE FROM ACCOUNT WHERE ID = SOURCES[I];
          SELECT BALANCE INTO TARGET_BALANCE FROM ACCOUNT WHERE ID = TARGETS[I];
          IF SOURCE_BALANCE >= AMOUNTS[I] THEN
            UPDATE ACCOUNT SET BALANCE = SOURCE_BALANCE - AMOUNTS[I] WHERE ID = SOURCES[I];
            UPDATE ACCOUNT SET BALANCE = TARGET_BALANCE + AMOUNTS[I] WHERE ID = TARGETS[I];
            COMMITTED := COMMITTED + 1;
          END IF;
        END LOOP;
        RETURN COMMITTED;
      END $$
      """;

  private final List<Connection> connections;
  private final Transfers transfers;

  PostgresTransfers(List<Connection> connections, Transfers transfers) {
    super("PostgreSQL", connections.size());
    this.connections = connections;
    this.transfers = transfers;
  }

  @Override
  public String difference() {
    return "a function on the server, called by connections that execute side by side and share a"
        + " sync of the log";
  }

  @Override
  int write(int caller, long first, int count) throws SQLException {
    return transfer(
        connections.get(caller),
        LongStream.range(first, first + count).mapToObj(transfers::of).toList());
  }

  /** In one transaction; how many were not refused. */
  static int transfer(Connection connection, List<Transfer> group) throws SQLException {
    connection.setAutoCommit(true);
    try (PreparedStatement call = connection.prepareStatement("SELECT TRANSFER(?, ?, ?)")) {
      call.setArray(1, array(connection, group, Transfer::from));
      call.setArray(2, array(connection, group, Transfer::to));
      call.setArray(3, array(connection, group, Transfer::amount));
      try (ResultSet result = call.executeQuery()) {
        result.next();
        return result.getInt(1);
      }
    }
  }

  private static Array array(
      Connection connection, List<Transfer> group, ToIntFunction<Transfer> part)
      throws SQLException {
    Object[] numbers =
        IntStream.range(0, group.size())
            .mapToObj(i -> (Object) part.applyAsInt(group.get(i)))
            .toArray();
    return connection.createArrayOf("int4", numbers);
  }

  @Override
  public void clear() throws SQLException {
    BalanceChecker.check(name(), connections.get(0));
  }
}
