package scriptorium.actors.internal;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.SchemaScript;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.Savepoint;
import scriptorium.database.WriterTransaction;
import scriptorium.database.change.ReplayFailedException;
import scriptorium.database.change.RowChanges;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.script.CreateTableAs;
import scriptorium.database.script.SqlStatement;
import scriptorium.database.script.SqlStatements;
import scriptorium.database.script.UnterminatedSqlException;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.SchemaChanged.Step;
import scriptorium.snapshots.SchemaCopy;

/**
 * A schema script that has run on a copy of the database, and the event that says what it did. The
 * event has been replayed on a second copy and came out the same, so it will do so again: a script
 * whose result depends on the clock or on chance is refused here, not found out in a recovery.
 *
 * @param event what is to be journaled
 * @param database the changed copy, to take the database's place
 */
record PreparedSchema(SchemaChanged event, EmbeddedDatabase database) {

  private static final String NOT_RESTORED = "no snapshot of this schema could be restored: ";

  static PreparedSchema prepare(
      StoreState state, MigrationStep step, Instant time, DatabaseSettings settings)
      throws SchemaRefusedException {
    DatabaseCopies copies =
        DatabaseCopies.of(state.database(), state.sequenceNumber(), state.lastTime(), settings);
    EmbeddedDatabase changed = copies.next();
    try {
      List<Step> steps = run(changed, statements(step.script()));
      SchemaChanged event =
          step.event(time, steps, changed.sequencePositions(), SchemaReplay.states(changed));
      tryReplay(changed, copies.next(), event);
      trySnapshot(changed, settings);
      return new PreparedSchema(event, changed);
    } catch (SchemaRefusedException | RuntimeException e) {
      DatabaseDisposal.discard(changed);
      throw e;
    }
  }

  void discard() {
    DatabaseDisposal.discard(database);
  }

  static List<SqlStatement> statements(SchemaScript script) throws SchemaRefusedException {
    try {
      return SqlStatements.of(script.sql());
    } catch (UnterminatedSqlException e) {
      throw new SchemaRefusedException(e.line(), "42000", String.valueOf(e.getMessage()), e);
    }
  }

  /** Statements that change the schema run as they are; between them, rows are captured. */
  private static List<Step> run(EmbeddedDatabase copy, List<SqlStatement> statements)
      throws SchemaRefusedException {
    List<Step> steps = new ArrayList<>();
    for (SqlStatement statement : statements) {
      try {
        switch (SchemaStatements.kindOf(statement.sql())) {
          case SCHEMA -> changeSchema(copy, statement, steps);
          case ROWS -> steps.add(new Step.Rows(change(copy, statement.sql())));
          case REFUSED ->
              throw new SchemaRefusedException(
                  statement.line(),
                  statement.sql(),
                  "0A000",
                  "not allowed in a schema script: " + SchemaStatements.refusal(statement.sql()),
                  null);
        }
      } catch (SQLException e) {
        throw new SchemaRefusedException(
            statement.line(),
            statement.sql(),
            Refusals.stateOf(e),
            e instanceof SQLFeatureNotSupportedException
                ? "not allowed in a schema script: " + e.getMessage()
                : String.valueOf(e.getMessage()),
            e);
      }
    }
    return steps;
  }

  /**
   * A table made of a query is journaled in two steps: its rows, and the order that they were found
   * in, must not depend on the query's coming out the same again.
   */
  private static void changeSchema(EmbeddedDatabase copy, SqlStatement statement, List<Step> steps)
      throws SQLException {
    Optional<CreateTableAs> filled = CreateTableAs.of(statement.sql());
    if (filled.isEmpty() || filled.get().insert().isEmpty()) {
      copy.executeNewSchema(statement.sql());
      steps.add(new Step.Statement(statement.sql()));
      return;
    }
    if (filled.get().ifNotExists()) {
      throw new SQLFeatureNotSupportedException(
          "IF NOT EXISTS with AS: leave out one of them", "0A000");
    }
    copy.executeNewSchema(filled.get().createEmpty());
    steps.add(new Step.Statement(filled.get().createEmpty()));
    steps.add(new Step.Rows(change(copy, filled.get().insert().get())));
  }

  /** Runs a statement that changes rows on a database that nobody else writes; commits. */
  static RowChanges change(EmbeddedDatabase copy, String sql) throws SQLException {
    WriterTransaction transaction = copy.writer();
    Savepoint start = transaction.savepoint();
    try (MutationConnection connection = copy.openMutation();
        Statement statement = connection.connection().createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      transaction.rollback();
      throw e;
    }
    RowChanges changes = transaction.capture(start);
    transaction.journaled();
    transaction.commit();
    return changes;
  }

  private static void tryReplay(
      EmbeddedDatabase changed, EmbeddedDatabase second, SchemaChanged event)
      throws SchemaRefusedException {
    try (second) {
      SchemaReplay.apply(second, event, 0);
      List<String> expected = SchemaCopy.statementsOf(changed);
      List<String> found = SchemaCopy.statementsOf(second);
      if (!found.equals(expected)) {
        found.removeAll(expected);
        throw notTheSame("the second time it made " + String.join("; ", found), null);
      }
    } catch (ReplayFailedException e) {
      throw notTheSame(String.valueOf(e.getMessage()), e);
    } catch (SQLException e) {
      throw new IllegalStateException("the schema cannot be written as a script", e);
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
  private static void trySnapshot(EmbeddedDatabase changed, DatabaseSettings settings)
      throws SchemaRefusedException {
    try (EmbeddedDatabase restored = SchemaCopy.of(changed, settings)) {
      List<String> lost = SchemaCopy.statementsOf(changed);
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
