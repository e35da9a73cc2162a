package scriptorium.persistence.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scriptorium.servers.SharedPostgres;

final class PostgresSchemaTest {

  private String database;

  @BeforeEach
  void makePlace() throws SQLException {
    database = SharedPostgres.newSchema();
  }

  private Connection connect() throws SQLException {
    return SharedPostgres.server().connect(database);
  }

  @Test
  void isMadeOnceAndLeftAloneAfterwards() throws SQLException {
    try (Connection connection = connect()) {
      assertTrue(PostgresSchema.create(connection));
      assertFalse(PostgresSchema.create(connection));

      assertTrue(connection.getAutoCommit());
      assertEquals(List.of(), PostgresCheck.tables(connection));
    }
  }

  @Test
  void isTheSameByHand() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(PostgresSchema.sql());

      assertEquals(List.of(), PostgresCheck.tables(connection));
      assertFalse(PostgresSchema.create(connection));
    }
  }

  @Test
  void takesNoEventThatDoesNotFollow() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      PostgresSchema.create(connection);
      insert(statement, "('main', 1), ('main', 2), ('other', 1)");
      insert(statement, "('main', 3), ('other', 2)");
      statement.execute(
          "delete from event_journal where persistence_id = 'main' and sequence_number < 3");

      assertRefused(statement, "('main', 3)");
      assertRefused(
          statement, "('main', 2)"); // deleted, as a writer that was away knows nothing of
      assertRefused(statement, "('main', 5)");
      assertRefused(statement, "('main', 4), ('main', 6)");
      assertRefused(statement, "('third', 2)");
      insert(statement, "('main', 4), ('main', 5)");
    }
  }

  private static void insert(Statement statement, String numbers) throws SQLException {
    statement.execute(
        """
        insert into event_journal (persistence_id, sequence_number, writer, event_ser_id,
          event_ser_manifest, event_payload)
        select id, number, '', 0, '', '' from (values %s) as added (id, number)
        """
            .formatted(numbers));
  }

  private static void assertRefused(Statement statement, String numbers) {
    SQLException refused =
        assertThrows(SQLException.class, () -> insert(statement, numbers), numbers);
    assertEquals("23505", refused.getSQLState());
  }

  @Test
  void isMadeByOneOfManyAtOnce() throws ExecutionException, InterruptedException {
    List<CompletableFuture<Boolean>> makers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      makers.add(CompletableFuture.supplyAsync(this::make));
    }

    int made = 0;
    for (CompletableFuture<Boolean> maker : makers) {
      made += maker.get() ? 1 : 0;
    }
    assertEquals(1, made);
  }

  private boolean make() {
    try (Connection connection = connect()) {
      return PostgresSchema.create(connection);
    } catch (SQLException e) {
      throw new CompletionException(e);
    }
  }
}
