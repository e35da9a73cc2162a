package scriptorium.snapshots;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.Statement;
import scriptorium.database.load.LiteralWords;
import scriptorium.snapshots.script.ScriptReader;
import scriptorium.snapshots.script.StatementKind;
import scriptorium.snapshots.script.StatementRules;

/**
 * Runs a script statement by statement through H2, as its own RunScript does, but in an order that
 * works, and only what {@link StatementRules} allows: the slow way, for where trees cannot be
 * built.
 */
final class ScriptStatements {
  private final Statement statement;
  private final ScriptSchema schema;
  private final SuspendedClauses clauses = new SuspendedClauses();
  private final Progress progress;
  private long rows;

  ScriptStatements(Statement statement, Progress progress) {
    this.statement = statement;
    this.schema = new ScriptSchema(statement);
    this.progress = progress;
  }

  /** Told after each statement how many rows the script has inserted so far. */
  @FunctionalInterface
  interface Progress {
    void inserted(long rows);
  }

  /** Runs all statements; a failure names the statement, but none of its values. */
  void run(ScriptReader script) throws IOException, SQLException {
    while (script.next()) {
      run(script.text());
    }
    clauses.resume(statement);
    schema.finish();
  }

  private void run(String sql) throws SQLException {
    StatementKind kind = StatementRules.judge(sql);
    switch (kind) {
      case ROWS -> insert(sql);
      case LOB_AID -> ScriptSchema.execute(statement, sql);
      case SCHEMA -> {
        schema.add(kind, sql);
        clauses.suspend(statement, sql);
      }
      case VIEW, TRIGGER, LAST, SKIPPED -> schema.add(kind, sql);
    }
  }

  private void insert(String sql) throws SQLException {
    LiteralWords.checkInsert(sql);
    int inserted = ScriptSchema.execute(statement, sql);
    rows += sql.startsWith(StatementRules.LOB_ROWS) ? 0 : inserted;
    progress.inserted(rows);
  }
}
