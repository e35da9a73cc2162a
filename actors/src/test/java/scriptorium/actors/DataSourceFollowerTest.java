package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.ClusterFixture.Node;

final class DataSourceFollowerTest {

  private static final SchemaScript WORD =
      SchemaScript.numbered(1, "V1", "create table word(id int primary key)");

  @TempDir Path folder;

  @Test
  void readsOnceItsNodeWrites() throws SQLException {
    try (ClusterFixture cluster =
        new ClusterFixture(folder, settings -> settings.withSchema(List.of(WORD)))) {
      Node writer = cluster.join();
      Node follower = cluster.join();
      writer.write("insert into word values(7)").orThrow();
      DataSource source = follower.store().dataSource();

      SQLException refused =
          assertThrows(SQLTransientConnectionException.class, source::getConnection);
      cluster.end(writer);
      ClusterFixture.await(() -> serves(source));

      assertEquals("08001", refused.getSQLState());
      assertTrue(String.valueOf(refused.getMessage()).contains("writer=" + writer.address()));
      try (Connection connection = source.getConnection()) {
        assertEquals(List.of("7"), StoreFixture.rows(connection, "select id from word"));
      }
    }
  }

  private static boolean serves(DataSource source) {
    try (Connection connection = source.getConnection()) {
      return connection.isValid(1);
    } catch (SQLException e) { // not yet
      return false;
    }
  }
}
