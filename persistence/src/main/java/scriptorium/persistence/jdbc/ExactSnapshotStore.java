package scriptorium.persistence.jdbc;

import akka.persistence.SelectedSnapshot;
import akka.persistence.SnapshotMetadata;
import akka.persistence.SnapshotSelectionCriteria;
import akka.persistence.jdbc.config.SnapshotTableConfiguration;
import akka.persistence.jdbc.snapshot.JdbcSnapshotStore;
import com.typesafe.config.Config;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Consumer;
import scala.Option;
import scala.concurrent.Future;
import scala.runtime.BoxedUnit;
import slick.dbio.DBIOAction;
import slick.jdbc.SimpleJdbcAction;

/**
 * The plugin's snapshot store, with both ends of what is selected and deleted.
 *
 * <p>The plugin looks at upper bounds alone. So a recovery that asks for a snapshot not older than
 * some number gets an older one, and a deletion of a range takes all below it.
 */
public final class ExactSnapshotStore extends JdbcSnapshotStore {
  private final String delete;

  /** Called by Akka with the plugin's own configuration. */
  public ExactSnapshotStore(Config config) {
    super(config);
    SnapshotTableConfiguration table = snapshotConfig().snapshotTableConfiguration();
    String name = quoted(table.tableName());
    delete =
        """
        DELETE FROM %s WHERE %s = ? AND %s BETWEEN ? AND ? AND %s BETWEEN ? AND ?
        """
            .formatted(
                table.schemaName().isEmpty() ? name : quoted(table.schemaName().get()) + "." + name,
                quoted(table.columnNames().persistenceId()),
                quoted(table.columnNames().sequenceNumber()),
                quoted(table.columnNames().created()));
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** The plugin's newest within the upper bounds; where that is too old, the one before it. */
  @Override
  public Future<Option<SelectedSnapshot>> loadAsync(
      String persistenceId, SnapshotSelectionCriteria criteria) {
    return super.loadAsync(persistenceId, criteria)
        .flatMap(newest -> orOlder(persistenceId, criteria, newest), ec());
  }

  /** One with a lower number may be of a later time, where clocks differ. */
  private Future<Option<SelectedSnapshot>> orOlder(
      String persistenceId, SnapshotSelectionCriteria criteria, Option<SelectedSnapshot> newest) {
    if (newest.isEmpty()) {
      return Future.successful(newest);
    }
    SnapshotMetadata found = newest.get().metadata();
    if (found.sequenceNr() >= criteria.minSequenceNr()
        && found.timestamp() >= criteria.minTimestamp()) {
      return Future.successful(newest);
    }
    return found.sequenceNr() <= criteria.minSequenceNr()
        ? Future.successful(Option.empty())
        : loadAsync(
            persistenceId,
            SnapshotSelectionCriteria.create(
                found.sequenceNr() - 1,
                criteria.maxTimestamp(),
                criteria.minSequenceNr(),
                criteria.minTimestamp()));
  }

  @Override
  public Future<BoxedUnit> deleteAsync(String persistenceId, SnapshotSelectionCriteria criteria) {
    return run(connection -> delete(connection, persistenceId, criteria));
  }

  private void delete(
      Connection connection, String persistenceId, SnapshotSelectionCriteria criteria) {
    try (PreparedStatement statement = connection.prepareStatement(delete)) {
      statement.setString(1, persistenceId);
      statement.setLong(2, criteria.minSequenceNr());
      statement.setLong(3, criteria.maxSequenceNr());
      statement.setLong(4, criteria.minTimestamp());
      statement.setLong(5, criteria.maxTimestamp());
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(
          "snapshots cannot be deleted: persistenceId=" + persistenceId, e);
    }
  }

  /** In Slick's own queue: it counts the connections that are out. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // Slick's action of no effect cannot be said in Java
  private Future<BoxedUnit> run(Consumer<Connection> use) {
    DBIOAction action =
        new SimpleJdbcAction<BoxedUnit>(
            context -> {
              use.accept(context.connection());
              return BoxedUnit.UNIT;
            });
    return db().run(action);
  }
}
