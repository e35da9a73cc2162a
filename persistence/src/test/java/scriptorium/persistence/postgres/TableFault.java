package scriptorium.persistence.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import scriptorium.contract.Fault;

/** Something that is wrong with the table of events, by a connection of its own, until closed. */
final class TableFault implements Fault {
  private final Connection connection;
  private final String end;

  private TableFault(String begin, String end) {
    this.end = end;
    try {
      connection = SharedPlugins.connect();
      execute(begin);
    } catch (SQLException e) {
      throw new IllegalStateException("no fault could be made", e);
    }
  }

  /** Inserts wait, reads do not: as where another transaction holds what they need. */
  static Fault hold() {
    return new TableFault("BEGIN; LOCK TABLE event_journal IN SHARE MODE", "ROLLBACK");
  }

  /** The inserts of one persistence id fail: as where the server has no room. */
  static Fault refuse(String persistenceId) {
    return new TableFault(
        """
        CREATE FUNCTION contract_no_room() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'no such luck' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER contract_no_room BEFORE INSERT ON event_journal FOR EACH ROW
          WHEN (NEW.persistence_id = '%s') EXECUTE FUNCTION contract_no_room()
        """
            .formatted(persistenceId),
        "DROP FUNCTION contract_no_room CASCADE");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    try (connection) {
      execute(end);
    } catch (SQLException e) {
      throw new IllegalStateException("the fault does not end", e);
    }
  }
}
