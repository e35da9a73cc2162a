package scriptorium.persistence.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks whether a table is there, and is what the plugin writes to. */
final class TableInspection {

  /** Where the plugin keeps events, and snapshots if it does, as SQL names a table. */
  record Names(String events, @Nullable String snapshots) {
    static final Names USUAL = new Names("\"event_journal\"", "\"snapshot\"");
  }

  private static final Map<String, String> EVENT_COLUMNS =
      Map.ofEntries(
          Map.entry("ordering", "bigint"),
          Map.entry("persistence_id", "text"),
          Map.entry("sequence_number", "bigint"),
          Map.entry("deleted", "boolean"),
          Map.entry("writer", "text"),
          Map.entry("write_timestamp", "bigint"),
          Map.entry("adapter_manifest", "text"),
          Map.entry("event_ser_id", "integer"),
          Map.entry("event_ser_manifest", "text"),
          Map.entry("event_payload", "bytea"),
          Map.entry("meta_ser_id", "integer"),
          Map.entry("meta_ser_manifest", "text"),
          Map.entry("meta_payload", "bytea"));

  private static final Map<String, String> SNAPSHOT_COLUMNS =
      Map.ofEntries(
          Map.entry("persistence_id", "text"),
          Map.entry("sequence_number", "bigint"),
          Map.entry("created", "bigint"),
          Map.entry("snapshot_ser_id", "integer"),
          Map.entry("snapshot_ser_manifest", "text"),
          Map.entry("snapshot_payload", "bytea"),
          Map.entry("meta_ser_id", "integer"),
          Map.entry("meta_ser_manifest", "text"),
          Map.entry("meta_payload", "bytea"));

  private static final String KEY = "persistence_id, sequence_number";

  private static final String INIT = "run './scriptorium journal init', or its file by hand";

  private static final String REMAKE =
      "the table was made by something else: move it away, then " + INIT;

  private static final String TABLE =
      """
      SELECT c.relpersistence::text, c.relkind::text,
        (SELECT string_agg(a.attname, ', ' ORDER BY k.place)
           FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
           JOIN pg_attribute a ON a.attnum = k.attnum
          WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid),
        has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
          AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')
        FROM pg_class c WHERE c.oid = to_regclass(?)
      """;

  private static final String TRIGGER =
      """
      SELECT 1 FROM pg_trigger WHERE tgrelid = to_regclass(?) AND NOT tgisinternal
         AND tgname = 'event_journal_follows' AND tgenabled IN ('O', 'A')
      """;

  private static final String COLUMNS =
      """
      SELECT attname, format_type(atttypid, NULL) FROM pg_attribute
       WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped
      """;

  private final Connection connection;
  private final List<PostgresFault> faults = new ArrayList<>();

  private TableInspection(Connection connection) {
    this.connection = connection;
  }

  /** All that is wrong with the tables. */
  static List<PostgresFault> of(Connection connection, Names names) throws SQLException {
    TableInspection inspection = new TableInspection(connection);
    if (inspection.table(names.events(), EVENT_COLUMNS)) {
      inspection.trigger(names.events());
    }
    String snapshots = names.snapshots();
    if (snapshots != null) {
      inspection.table(snapshots, SNAPSHOT_COLUMNS);
    }
    return inspection.faults;
  }

  /** Whether there is one. */
  private boolean table(String name, Map<String, String> columns) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TABLE)) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          add("table " + name, "none on the search path", "a table", INIT);
          return false;
        }
        kind(name, rows.getString(1), rows.getString(2));
        key(name, rows.getString(3));
        if (!rows.getBoolean(4)) {
          add(
              "table " + name,
              "rights missing",
              "SELECT, INSERT, UPDATE, DELETE",
              "GRANT them to the role that stores log in as");
        }
      }
    }
    columns(name, columns);
    return true;
  }

  private void trigger(String events) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TRIGGER)) {
      statement.setString(1, events);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          add(
              "trigger event_journal_follows of " + events,
              "none that is enabled",
              "one",
              "without it a writer that was away for long is not kept out: " + INIT);
        }
      }
    }
  }

  private void kind(String name, String persistence, String kind) {
    if (!kind.equals("r") && !kind.equals("p")) {
      add("table " + name, "a relation of kind " + kind, "a table", REMAKE);
    } else if (!persistence.equals("p")) {
      add(
          "table " + name,
          persistence.equals("u") ? "UNLOGGED" : "TEMPORARY",
          "LOGGED",
          "a crash of the server empties it: ALTER TABLE … SET LOGGED");
    }
  }

  private void key(String name, @Nullable String found) {
    if (!KEY.equals(found)) {
      add(
          "primary key of " + name,
          found == null ? "none" : found,
          KEY,
          "it is what keeps a second writer out: " + REMAKE);
    }
  }

  private void columns(String name, Map<String, String> expected) throws SQLException {
    Map<String, String> found = new HashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String type = rows.getString(2);
          found.put(rows.getString(1), type.equals("character varying") ? "text" : type);
        }
      }
    }
    expected.forEach(
        (column, type) -> {
          String is = found.getOrDefault(column, "none");
          if (!is.equals(type)) {
            add("column " + column + " of " + name, is, type, REMAKE);
          }
        });
  }

  private void add(String what, String found, String expected, String remedy) {
    faults.add(new PostgresFault(what, found, expected, remedy));
  }
}
