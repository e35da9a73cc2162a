package scriptorium.persistence.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;
import scriptorium.persistence.codec.StoreSerializer;
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
  void keepsClaimsWhenEventsAreDeleted() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      PostgresSchema.create(connection);
      statement.execute(
          """
          insert into event_journal (persistence_id, sequence_number, writer, event_ser_id,
            event_ser_manifest, event_payload)
          values ('main', 1, '', 1397900882, 'E', ''), ('main', 2, '', 1397900882, 'C', ''),
            ('other', 1, '', 1, 'E', '')
          """);

      assertEquals(2, statement.executeUpdate("delete from event_journal"));
    }
  }

  @Test
  void namesTheSerializerAndTheEventOfAClaim() {
    EncodedEvent claim = EventCodec.encode(new EpochStarted(Instant.EPOCH, "node"));

    assertTrue(
        PostgresSchema.sql()
            .contains(
                "event_ser_id = "
                    + new StoreSerializer().identifier()
                    + " AND OLD.event_ser_manifest = '"
                    + claim.manifest()
                    + "'"));
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
