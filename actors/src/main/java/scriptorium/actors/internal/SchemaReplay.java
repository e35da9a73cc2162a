package scriptorium.actors.internal;

import java.sql.SQLException;
import java.util.List;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;
import scriptorium.database.TableState;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.persistence.SchemaChanged;

/**
 * Applies a journaled schema change: its statements as they stand, its rows as they were captured;
 * then every table must look as it did for the writer.
 */
final class SchemaReplay {

  private SchemaReplay() {}

  static void apply(EmbeddedDatabase database, SchemaChanged event, long sequenceNumber) {
    try {
      for (SchemaChanged.Step step : event.steps()) {
        if (step instanceof SchemaChanged.Step.Statement statement) {
          database.executeSchema(statement.sql());
        } else if (step instanceof SchemaChanged.Step.Rows rows) {
          database.applier().apply(rows.changes());
          database.applier().commit();
        }
      }
      database.setSequencePositions(event.positions());
    } catch (SQLException e) {
      throw new ReplayFailedException(
          "schema change cannot be replayed: name="
              + event.name()
              + " sequenceNumber="
              + sequenceNumber
              + " sqlState="
              + e.getSQLState(),
          e);
    }
    compare(event, states(database), sequenceNumber);
  }

  /** Every table's rows and digest now. */
  static List<TableState> states(EmbeddedDatabase database) {
    try (ReadView view = database.pin()) {
      return database.tableStates(view);
    }
  }

  private static void compare(SchemaChanged event, List<TableState> found, long sequenceNumber) {
    if (found.size() != event.after().size()) {
      throw new ReplayFailedException(
          "schema change came out differently: name="
              + event.name()
              + " sequenceNumber="
              + sequenceNumber
              + " expectedTables="
              + event.after().size()
              + " foundTables="
              + found.size(),
          null);
    }
    for (int i = 0; i < found.size(); i++) {
      TableState expected = event.after().get(i);
      TableState actual = found.get(i);
      if (!expected.table().equals(actual.table())
          || expected.rows() != actual.rows()
          || !expected.digest().equals(actual.digest())) {
        throw new ReplayFailedException(
            "schema change came out differently: name="
                + event.name()
                + " sequenceNumber="
                + sequenceNumber
                + " expected="
                + expected
                + " found="
                + actual,
            null);
      }
    }
  }
}
