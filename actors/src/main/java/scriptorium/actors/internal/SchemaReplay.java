package scriptorium.actors.internal;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;
import scriptorium.database.TableState;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;
import scriptorium.persistence.SchemaChanged;

/**
 * Applies a journaled schema change: its statements as they stand, its rows as they were captured;
 * then every table that it touched must look as it did for the writer.
 */
final class SchemaReplay {

  private SchemaReplay() {}

  /**
   * Applies it to a copy, for whoever serves reads meanwhile: schema changes are not versioned, and
   * a view that is open would see them half.
   *
   * @param sequenceNumber the event's, which follows the database's own
   * @return the copy, to take the database's place; the database stays as it is, and the caller's
   */
  static EmbeddedDatabase onCopy(
      EmbeddedDatabase database,
      SchemaChanged event,
      long sequenceNumber,
      DatabaseSettings settings) {
    EmbeddedDatabase copy;
    try (PinnedDatabase pinned = PinnedDatabase.of(database, sequenceNumber - 1, event.time())) {
      copy = DatabaseCopies.of(pinned, settings, new Cancellation()).next();
    }
    try {
      apply(copy, event, sequenceNumber);
      return copy;
    } catch (RuntimeException e) {
      DatabaseDisposal.discard(copy);
      throw e;
    }
  }

  /** Applies it in place; only while nobody looks at the database. */
  static void apply(EmbeddedDatabase database, SchemaChanged event, long sequenceNumber) {
    apply(database, event, sequenceNumber, position -> true);
  }

  /**
   * Applies a change that touches nothing that was there before, to a database that has moved on
   * since the change was tried: its own sequences stay where they stand.
   */
  static void applyAhead(EmbeddedDatabase database, SchemaChanged event, long sequenceNumber) {
    Set<String> before =
        database.sequencePositions().stream().map(SchemaReplay::nameOf).collect(Collectors.toSet());
    apply(database, event, sequenceNumber, position -> !before.contains(nameOf(position)));
  }

  private static String nameOf(SequencePosition position) {
    if (position instanceof SequencePosition.IdentityColumn identity) {
      return identity.table() + "." + TableName.quote(identity.column());
    }
    SequencePosition.FreeSequence free = (SequencePosition.FreeSequence) position;
    return "sequence " + TableName.quote(free.schema()) + '.' + TableName.quote(free.sequence());
  }

  private static void apply(
      EmbeddedDatabase database,
      SchemaChanged event,
      long sequenceNumber,
      Predicate<SequencePosition> positions) {
    try {
      for (SchemaChanged.Step step : event.steps()) {
        if (step instanceof SchemaChanged.Step.Statement statement) {
          database.executeSchema(statement.sql());
        } else if (step instanceof SchemaChanged.Step.Rows rows) {
          database.applier().apply(rows.changes());
          database.applier().commit();
        }
      }
      database.setSequencePositions(event.positions().stream().filter(positions).toList());
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
    compare(event, database, sequenceNumber);
  }

  private static void compare(SchemaChanged event, EmbeddedDatabase database, long number) {
    Map<TableName, TableState> found = new HashMap<>();
    Set<TableName> touched =
        event.after().stream().map(TableState::table).collect(Collectors.toSet());
    try (ReadView view = database.pin()) {
      database
          .tableStates(view, touched::contains)
          .forEach(state -> found.put(state.table(), state));
    }
    for (TableState expected : event.after()) {
      if (!isSame(expected, found.get(expected.table()))) {
        throw new ReplayFailedException(
            "schema change came out differently: name="
                + event.name()
                + " sequenceNumber="
                + number
                + " expected="
                + expected
                + " found="
                + found.get(expected.table()),
            null);
      }
    }
  }

  private static boolean isSame(TableState expected, @Nullable TableState found) {
    return found != null
        && expected.rows() == found.rows()
        && expected.digest().equals(found.digest());
  }
}
