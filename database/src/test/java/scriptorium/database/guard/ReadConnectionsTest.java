package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.database.guard.GuardedDatabase.amply;
import static scriptorium.database.guard.GuardedDatabase.expectRefused;
import static scriptorium.database.guard.GuardedDatabase.number;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pool of read connections. */
class ReadConnectionsTest {

  private final List<Connection> opened = new ArrayList<>();
  private GuardedDatabase database;
  private ReadConnections readers;

  @BeforeEach
  void openDatabase() throws SQLException {
    database = new GuardedDatabase();
    readers =
        new ReadConnections(
            () -> {
              opened.add(database.openReader());
              return opened.get(opened.size() - 1);
            },
            2,
            database.basis());
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    database.close();
  }

  @Test
  void lendsAConnectionAgain() throws SQLException {
    readers.borrow(amply()).close();
    readers.borrow(amply()).close();

    assertEquals(1, opened.size());
  }

  @Test
  void refusesMoreThanItsMaximumAtOnce() throws SQLException {
    ReadConnection first = readers.borrow(amply());
    readers.borrow(amply());

    expectRefused("08004", () -> readers.borrow(amply()), "borrowed=2", "maximum=2");

    first.close();
    readers.borrow(amply());
    assertEquals(2, opened.size());
  }

  @Test
  void countsNoConnectionThatFailedToOpen() {
    ReadConnections failing =
        new ReadConnections(
            () -> {
              throw new SQLException("no");
            },
            1,
            database.basis());

    assertThrows(SQLException.class, () -> failing.borrow(amply()));

    assertEquals(0, failing.borrowed());
  }

  @Test
  void lendsNoCancelledConnectionAgain() throws SQLException {
    ReadConnection read = readers.borrow(amply());
    read.cancel(Duration.ofMillis(1));
    read.close();

    readers.borrow(amply()).close();

    assertEquals(2, opened.size());
    assertTrue(opened.get(0).isClosed());
  }

  @Test
  void letsBorrowedReadsFinishWhenRetired() throws SQLException {
    ReadConnection borrowed = readers.borrow(amply());
    readers.borrow(amply()).close();

    readers.retire();

    expectRefused("08001", () -> readers.borrow(amply()), "replaced");
    assertTrue(opened.get(1).isClosed());
    assertEquals(2, number(borrowed.connection(), "SELECT COUNT(*) FROM account"));
    assertFalse(opened.get(0).isClosed());
    borrowed.close();
    assertTrue(opened.get(0).isClosed());
  }

  private long balance() throws SQLException {
    try (ReadConnection read = readers.borrow(amply())) {
      return number(read.connection(), "SELECT SUM(balance) FROM account");
    }
  }

  @Test
  void usesAViewAgainWhileNothingIsCommitted() throws SQLException {
    assertEquals(300, balance());
    database.administerUnseen("UPDATE account SET balance = 0");

    assertEquals(300, balance());
  }

  @Test
  void takesANewViewOnceSomethingIsCommitted() throws SQLException {
    assertEquals(300, balance());
    database.administerUnseen("UPDATE account SET balance = 0");
    database.publish(7, "INSERT INTO entry (text) VALUES ('a')");

    assertEquals(0, balance());
  }

  @Test
  void takesANewViewWhenTheOldOneHasServedForLongEnough() throws SQLException {
    assertEquals(300, balance());
    database.administerUnseen("UPDATE account SET balance = 0");
    database.clock().advance(Duration.ofMinutes(1));

    assertEquals(0, balance());
  }

  @Test
  void tellsTheNumberOfTheView() throws SQLException {
    database.publish(7, "UPDATE account SET balance = 0");
    try (ReadConnection read = readers.borrow(amply())) {
      database.publish(8, "UPDATE account SET balance = 1");
      try (ReadConnection later = readers.borrow(amply())) {
        assertEquals(7, read.sequenceNumber());
        assertEquals(8, later.sequenceNumber());
      }
    }
  }

  @Test
  void letsGoOfAViewThatLiesIdle() throws SQLException {
    balance();
    readers.look();
    assertEquals(List.of(OpenView.Use.IDLE), uses());

    database.clock().advance(Duration.ofMinutes(1));
    readers.look();

    assertEquals(List.of(), uses());
    assertEquals(300, balance());
  }

  @Test
  void keepsTheViewOfAReadHoweverOldItIs() throws SQLException {
    try (ReadConnection read = readers.borrow(amply())) {
      database.administer("UPDATE account SET balance = 0");
      database.clock().advance(Duration.ofHours(1));
      readers.look();

      assertEquals(List.of(OpenView.Use.READ), uses());
      assertTrue(readers.openViews().get(0).age().toMinutes() >= 60);
      assertFalse(read.isEnded());
    }
  }

  private List<OpenView.Use> uses() {
    return readers.openViews().stream().map(OpenView::use).toList();
  }

  @Test
  void refusesLimitsOutOfRange() {
    assertThrows(IllegalArgumentException.class, () -> new ReadLimits(Duration.ZERO, 1));
    assertThrows(IllegalArgumentException.class, () -> new ReadLimits(Duration.ofSeconds(1), 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ReadConnections(database::openReader, 0, database.basis()));
  }
}
