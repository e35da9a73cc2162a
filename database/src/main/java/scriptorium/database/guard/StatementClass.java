package scriptorium.database.guard;

import org.h2.command.CommandInterface;

/**
 * What a statement is to the store, told from the type H2's parser gave it. Everything that is not
 * named here is a change of the schema: new kinds of statement in a later H2 are refused with it.
 */
enum StatementClass {
  QUERY(""),
  CALL(""),
  CHANGE(""),
  TRUNCATE("TRUNCATE commits the transaction and leaves no row changes; use DELETE FROM"),
  END_OF_TRANSACTION(
      "the store alone ends the transaction, after the journal has accepted it: return to commit,"
          + " throw to roll everything back"),
  SAVEPOINT("use Connection.setSavepoint, rollback(Savepoint) and releaseSavepoint"),
  SETTING("settings of the session and the database belong to the store"),
  SHUTDOWN("the store alone closes its database; use Store.stop"),
  INDIRECT("it hides the statement to be run; run that statement itself, by a PreparedStatement"),
  ADMINISTRATION("copying and maintaining the database is the store's own work"),
  NOTHING("it is empty, or names an object that is not there, and would do nothing"),
  SCHEMA("schema changes go through Store.migrate");

  private final String refusal;

  StatementClass(String refusal) {
    this.refusal = refusal;
  }

  /** Why a statement of this class runs in no guarded connection; empty when a mutation may. */
  String refusal() {
    return refusal;
  }

  /**
   * The class of an H2 command type.
   *
   * @param replaceInto whether the database's mode has REPLACE INTO, whose type H2 also gives to
   *     statements without effect
   */
  static StatementClass of(int commandType, boolean replaceInto) {
    return switch (commandType) {
      case CommandInterface.SELECT, CommandInterface.EXPLAIN, CommandInterface.EXPLAIN_ANALYZE ->
          QUERY;
      case CommandInterface.CALL -> CALL;
      case CommandInterface.INSERT,
          CommandInterface.UPDATE,
          CommandInterface.DELETE,
          CommandInterface.MERGE ->
          CHANGE;
      case CommandInterface.REPLACE -> replaceInto ? CHANGE : NOTHING;
      case CommandInterface.TRUNCATE_TABLE -> TRUNCATE;
      case CommandInterface.COMMIT,
          CommandInterface.ROLLBACK,
          CommandInterface.BEGIN,
          CommandInterface.PREPARE_COMMIT,
          CommandInterface.COMMIT_TRANSACTION,
          CommandInterface.ROLLBACK_TRANSACTION,
          CommandInterface.SET_AUTOCOMMIT_TRUE,
          CommandInterface.SET_AUTOCOMMIT_FALSE ->
          END_OF_TRANSACTION;
      case CommandInterface.SAVEPOINT, CommandInterface.ROLLBACK_TO_SAVEPOINT -> SAVEPOINT;
      case CommandInterface.SET -> SETTING;
      case CommandInterface.SHUTDOWN,
          CommandInterface.SHUTDOWN_IMMEDIATELY,
          CommandInterface.SHUTDOWN_COMPACT,
          CommandInterface.SHUTDOWN_DEFRAG ->
          SHUTDOWN;
      case CommandInterface.PREPARE,
          CommandInterface.EXECUTE,
          CommandInterface.EXECUTE_IMMEDIATELY,
          CommandInterface.DEALLOCATE ->
          INDIRECT;
      case CommandInterface.SCRIPT,
          CommandInterface.RUNSCRIPT,
          CommandInterface.BACKUP,
          CommandInterface.ANALYZE,
          CommandInterface.CHECKPOINT,
          CommandInterface.CHECKPOINT_SYNC,
          CommandInterface.HELP ->
          ADMINISTRATION;
      default -> SCHEMA;
    };
  }
}
