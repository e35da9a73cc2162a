package scriptorium.actors.internal;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.StoreSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.Savepoint;
import scriptorium.database.WriterTransaction;
import scriptorium.database.guard.MutationConnection;
import scriptorium.database.script.SqlStatement;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.codec.ChangeSetEncoder;
import scriptorium.persistence.codec.EncodedChangeSet;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/**
 * A repeatable script, run in the writer's open transaction like a mutation: its net row changes
 * become a change set, labelled with its name. The caller commits when that is durable; what fails,
 * or changes nothing, is rolled back here.
 */
final class RepeatableScript {

  private final EmbeddedDatabase database;
  private final StoreSettings.Write limits;
  private final SchemaScript script;

  RepeatableScript(EmbeddedDatabase database, StoreSettings.Write limits, SchemaScript script) {
    this.database = database;
    this.limits = limits;
    this.script = script;
  }

  /**
   * Runs it.
   *
   * @return the events of what it changed, with the transaction open; none where it changed
   *     nothing, with the transaction rolled back
   * @throws SchemaRefusedException where it does not change rows alone, or fails; rolled back
   */
  List<EncodedEvent> run(UUID txId, Instant time) throws SchemaRefusedException {
    List<SqlStatement> statements = SchemaRun.statements(script);
    for (SqlStatement statement : statements) {
      requireRows(statement);
    }
    WriterTransaction transaction = database.writer();
    Savepoint start = transaction.savepoint();
    boolean kept = false;
    try {
      run(statements);
      ChangeSetEncoder encoder = new ChangeSetEncoder(transaction, limits.capture());
      encoder.time(time);
      EncodedChangeSet changes = encoder.capture(start, txId, script.name(), null);
      if (changes.isTooLarge()) {
        throw tooLarge(changes);
      }
      kept = hasRows(changes);
      return kept ? changes.events() : List.of();
    } finally {
      if (!kept) {
        transaction.rollback();
      }
    }
  }

  /** Looked at before any runs: nothing is to be undone then. */
  private static void requireRows(SqlStatement statement) throws SchemaRefusedException {
    SchemaStatements.Kind kind = SchemaStatements.kindOf(statement.sql());
    if (kind != SchemaStatements.Kind.ROWS) {
      throw new SchemaRefusedException(
          statement.line(),
          statement.sql(),
          "0A000",
          "not allowed in a repeatable script: "
              + (kind == SchemaStatements.Kind.SCHEMA
                  ? "it runs at every start and completes rows only; a change of the schema belongs"
                      + " into a numbered script"
                  : SchemaStatements.refusal(statement.sql())),
          null);
    }
  }

  private void run(List<SqlStatement> statements) throws SchemaRefusedException {
    for (SqlStatement one : statements) {
      try (MutationConnection mutation = database.openMutation();
          Statement statement = mutation.connection().createStatement()) {
        statement.execute(one.sql());
      } catch (SQLException e) {
        throw new SchemaRefusedException(
            one.line(), one.sql(), Refusals.stateOf(e), String.valueOf(e.getMessage()), e);
      }
    }
  }

  private SchemaRefusedException tooLarge(EncodedChangeSet changes) {
    return new SchemaRefusedException(
        0,
        Refusals.GENERAL,
        "the rows it changes are too many for one change set: bytes="
            + changes.changeBytes()
            + " limit="
            + limits.maxChangeSetBytes(),
        null);
  }

  /** A sequence that moved, and nothing else, is no reason for an event at every start. */
  private static boolean hasRows(EncodedChangeSet changes) {
    List<EncodedEvent> events = changes.events();
    if (events.size() > 1) {
      return true;
    }
    EncodedEvent only = events.get(0);
    return EventCodec.decode(only.manifest(), only.bytes()) instanceof ChangeSet changeSet
        && changeSet.changes().rowCount() > 0;
  }
}
