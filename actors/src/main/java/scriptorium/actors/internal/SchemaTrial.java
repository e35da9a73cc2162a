package scriptorium.actors.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.persistence.SchemaChanged;
import scriptorium.snapshots.SchemaCopy;

/**
 * A schema script tried out: it ran on one copy of the database, and the event that says what it
 * did was replayed on another and came out the same, so it will do so again: a script whose result
 * depends on the clock or on chance is refused here, not found out in a recovery. There is one copy
 * at a time; the second is what the database is to be.
 *
 * @param sequenceNumber what the copies were exact at
 * @param run the script's run
 * @param event what it would journal
 * @param changed the second copy
 * @param additive whether it comes out the same whatever is written before it
 * @param warnings what is allowed, and still should be looked at
 */
record SchemaTrial(
    long sequenceNumber,
    SchemaRun run,
    SchemaChanged event,
    EmbeddedDatabase changed,
    boolean additive,
    List<String> warnings) {

  private static final String NOT_RESTORED = "no snapshot of this schema could be restored: ";

  /**
   * Tries a script; the event has the time of the pin.
   *
   * @throws SchemaRefusedException with the reason; nothing is left of it then
   */
  static SchemaTrial of(DatabaseCopies copies, MigrationStep step, DatabaseSettings settings)
      throws SchemaRefusedException {
    SchemaRun run;
    List<String> schema;
    boolean additive;
    List<String> warnings;
    try (EmbeddedDatabase first = copies.next()) {
      boolean words =
          AdditiveScript.isAdditive(SchemaRun.statements(step.script()), hasDomains(first));
      List<String> without = first.tablesWithoutPrimaryKey();
      run = SchemaRun.of(first, step, copies.cancellation());
      warnings = warnOfTablesWithoutKey(first, without, step.script().name());
      additive = words && run.onlyAdded();
      schema = SchemaCopy.statementsOf(first);
      trySnapshot(first, schema, settings);
    } catch (SQLException e) {
      throw new IllegalStateException("the schema cannot be written as a script", e);
    }
    SchemaChanged event = run.event(copies.manifest().time());
    return new SchemaTrial(
        copies.manifest().sequenceNumber(),
        run,
        event,
        replayed(copies.next(), event, schema),
        additive,
        warnings);
  }

  /** They work, but each change of their rows is found by a hidden key that nobody else knows. */
  private static List<String> warnOfTablesWithoutKey(
      EmbeddedDatabase changed, List<String> before, String script) {
    Set<String> without = new TreeSet<>(changed.tablesWithoutPrimaryKey());
    before.forEach(without::remove);
    return without.stream()
        .map(
            table ->
                "table without a primary key: table="
                    + table
                    + " script="
                    + script
                    + "; its rows are told apart by hidden keys only: give it one")
        .toList();
  }

  private static boolean hasDomains(EmbeddedDatabase database) throws SQLException {
    try (Statement statement = database.adminConnection().createStatement();
        ResultSet domains =
            statement.executeQuery("SELECT 1 FROM INFORMATION_SCHEMA.DOMAINS LIMIT 1")) {
      return domains.next();
    }
  }

  private static EmbeddedDatabase replayed(
      EmbeddedDatabase second, SchemaChanged event, List<String> expected)
      throws SchemaRefusedException {
    try {
      SchemaReplay.apply(second, event, 0);
      List<String> found = SchemaCopy.statementsOf(second);
      if (!found.equals(expected)) {
        found.removeAll(expected);
        throw notTheSame("the second time it made " + String.join("; ", found), null);
      }
      return second;
    } catch (ReplayFailedException e) {
      DatabaseDisposal.discard(second);
      throw notTheSame(String.valueOf(e.getMessage()), e);
    } catch (SQLException e) {
      DatabaseDisposal.discard(second);
      throw new IllegalStateException("the schema cannot be written as a script", e);
    } catch (SchemaRefusedException | RuntimeException e) {
      DatabaseDisposal.discard(second);
      throw e;
    }
  }

  private static SchemaRefusedException notTheSame(
      String difference, @Nullable RuntimeException cause) {
    return new SchemaRefusedException(
        0,
        Refusals.GENERAL,
        "the script does not come out the same twice (does it use the clock, or random values?): "
            + difference,
        cause);
  }

  /** A schema that no snapshot brings back would be lost with the events behind the snapshot. */
  private static void trySnapshot(
      EmbeddedDatabase changed, List<String> schema, DatabaseSettings settings)
      throws SchemaRefusedException {
    try (EmbeddedDatabase restored = SchemaCopy.of(changed, settings)) {
      List<String> lost = new ArrayList<>(schema);
      lost.removeAll(SchemaCopy.statementsOf(restored));
      if (!lost.isEmpty()) {
        throw new SchemaRefusedException(
            0, Refusals.GENERAL, NOT_RESTORED + String.join("; ", lost), null);
      }
    } catch (SQLException e) {
      throw new SchemaRefusedException(0, Refusals.GENERAL, NOT_RESTORED + described(e), e);
    }
  }

  private static String described(SQLException failure) {
    Throwable cause = failure.getCause();
    return failure.getMessage() + (cause == null ? "" : ": " + cause.getMessage());
  }
}
