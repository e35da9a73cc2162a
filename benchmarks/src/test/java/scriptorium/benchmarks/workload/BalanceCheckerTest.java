package scriptorium.benchmarks.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BalanceCheckerTest {

  private static final long ALL_MONEY = Transfers.ACCOUNTS * Transfers.OPENING_BALANCE;

  private Connection connection;

  @BeforeEach
  void openAccounts() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    execute(AccountTable.SCHEMA);
    AccountTable.fill(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void aTransferMovesMoneyAndKeepsTheSum() throws SQLException {
    assertTrue(transfer(new Transfer(1, 2, 100)));

    assertEquals(Transfers.OPENING_BALANCE - 100, balance(1));
    assertEquals(Transfers.OPENING_BALANCE + 100, balance(2));
    BalanceChecker.check("side", connection);
  }

  @Test
  void allMoneyOfAnAccountMayGoButNoMore() throws SQLException {
    assertFalse(transfer(new Transfer(1, 2, (int) Transfers.OPENING_BALANCE + 1)));
    assertEquals(Transfers.OPENING_BALANCE, balance(1));

    assertTrue(transfer(new Transfer(1, 2, (int) Transfers.OPENING_BALANCE)));
    assertFalse(transfer(new Transfer(1, 2, 1)));

    assertEquals(0, balance(1));
    BalanceChecker.check("side", connection);
  }

  @Test
  void lostAndMadeMoneyIsFound() throws SQLException {
    execute("UPDATE ACCOUNT SET BALANCE = BALANCE - 1 WHERE ID = 7");
    assertWrong();

    execute("UPDATE ACCOUNT SET BALANCE = BALANCE + 2 WHERE ID = 8");
    assertWrong();

    execute("UPDATE ACCOUNT SET BALANCE = BALANCE - 1 WHERE ID = 8");
    BalanceChecker.check("side", connection);
  }

  @Test
  void aBalanceBelowZeroIsFoundThoughTheSumIsRight() throws SQLException {
    execute("UPDATE ACCOUNT SET BALANCE = -1 WHERE ID = 7");
    execute("UPDATE ACCOUNT SET BALANCE = 20001 WHERE ID = 8");

    assertWrong();
  }

  @Test
  void aMissingAccountIsFoundThoughTheSumIsRight() {
    IllegalStateException wrong =
        assertThrows(
            IllegalStateException.class,
            () -> BalanceChecker.check("side", Transfers.ACCOUNTS - 1, ALL_MONEY, 0));

    assertTrue(wrong.toString().contains("side=side accounts=99999 expected=100000"));
  }

  private void assertWrong() {
    IllegalStateException wrong =
        assertThrows(IllegalStateException.class, () -> BalanceChecker.check("side", connection));
    assertTrue(wrong.toString().contains("balances are wrong: side=side"));
  }

  private boolean transfer(Transfer transfer) throws SQLException {
    try (AccountTable table = AccountTable.of(connection)) {
      return table.transfer(transfer);
    }
  }

  private long balance(int id) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT BALANCE FROM ACCOUNT WHERE ID = " + id)) {
      result.next();
      return result.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
