package scriptorium.actors.internal;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import scriptorium.actors.SchemaScript;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.ReadView;
import scriptorium.database.Savepoint;
import scriptorium.database.TableState;
import scriptorium.database.TableVersions;
import scriptorium.database.WriterTransaction;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.script.CreateTableAs;
import scriptorium.database.script.SqlStatement;
import scriptorium.database.script.SqlStatements;
import scriptorium.database.script.UnterminatedSqlException;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.SchemaChanged.Step;

/**
 * A schema script that has run on a copy of the database, and what it did there.
 *
 * @param step what was run
 * @param steps its statements, and the rows that they changed
 * @param positions where every sequence stands afterwards
 * @param after the tables that it made, made anew or changed rows of
 * @param onlyAdded whether no table and no sequence from before was touched
 * @param took how long it ran, its digests included
 */
record SchemaRun(
    MigrationStep step,
    List<Step> steps,
    List<SequencePosition> positions,
    List<TableState> after,
    boolean onlyAdded,
    Duration took) {

  /**
   * Runs a script on a copy that nobody else uses, and that is to be thrown away if it fails.
   *
   * @throws SchemaRefusedException naming the line, the SQL state and the reason
   * @throws java.util.concurrent.CancellationException if it was cancelled
   */
  static SchemaRun of(EmbeddedDatabase copy, MigrationStep step, Cancellation cancellation)
      throws SchemaRefusedException {
    long started = System.nanoTime();
    List<SqlStatement> statements = statements(step.script());
    TableVersions before = copy.tableVersions();
    List<SequencePosition> stood = copy.sequencePositions();
    List<Step> steps = new ArrayList<>();
    for (SqlStatement statement : statements) {
      cancellation.cutBy(copy::cancelStatement);
      try {
        runOne(copy, statement, steps);
      } finally {
        cancellation.stepEnded();
      }
    }
    cancellation.check();
    Set<TableName> changed = copy.tableVersions().changedSince(before);
    List<SequencePosition> positions = copy.sequencePositions();
    return new SchemaRun(
        step,
        List.copyOf(steps),
        positions,
        states(copy, changed),
        changed.stream().noneMatch(before::contains) && new HashSet<>(positions).containsAll(stood),
        Duration.ofNanos(System.nanoTime() - started));
  }

  /** The statements of a script. */
  static List<SqlStatement> statements(SchemaScript script) throws SchemaRefusedException {
    try {
      return SqlStatements.of(script.sql());
    } catch (UnterminatedSqlException e) {
      throw new SchemaRefusedException(e.line(), "42000", String.valueOf(e.getMessage()), e);
    }
  }

  /** What is to be journaled. */
  SchemaChanged event(Instant time) {
    return step.event(time, steps, positions, after);
  }

  /** The same where sequences have moved since. */
  SchemaRun withPositions(List<SequencePosition> now) {
    return new SchemaRun(step, steps, now, after, onlyAdded, took);
  }

  private static List<TableState> states(EmbeddedDatabase copy, Set<TableName> changed) {
    try (ReadView view = copy.pin()) {
      return copy.tableStates(view, changed::contains);
    }
  }

  /** Statements that change the schema run as they are; between them, rows are captured. */
  private static void runOne(EmbeddedDatabase copy, SqlStatement statement, List<Step> steps)
      throws SchemaRefusedException {
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
}
