package scriptorium.snapshots;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.change.TableName;
import scriptorium.database.load.LoadViolationException;
import scriptorium.database.load.RowDigests;
import scriptorium.snapshots.script.ForbiddenStatementException;
import scriptorium.snapshots.script.ScriptReader;
import scriptorium.snapshots.script.StatementKind;
import scriptorium.snapshots.script.StatementRules;

/**
 * Reads a snapshot back and computes every table's rows and digest from its text: the schema is
 * made in a database without rows, which gives the columns' types, and each row is hashed and
 * dropped. Triggers are not made, for their classes would be run.
 */
final class DigestRecomputation {
  private final SnapshotManifest manifest;
  private final ChunkSource source;

  DigestRecomputation(SnapshotManifest manifest, ChunkSource source) {
    this.manifest = manifest;
    this.source = source;
  }

  void run() {
    try (EmbeddedDatabase scratch =
        EmbeddedDatabase.open(DatabaseSettings.defaults().withReaders(1))) {
      RowDigests digests = scratch.rowDigests();
      try (SectionInput in = SectionInput.open(manifest, SnapshotManifest.SCRIPT, source);
          Statement statement = scratch.adminConnection().createStatement()) {
        read(new ScriptReader(in), new ScriptSchema(statement), digests);
      }
      SnapshotVerification.checkTables(manifest, scratch.tableStates(digests));
      checkRowKeys(digests.hiddenKeys());
    } catch (ForbiddenStatementException | LoadViolationException e) {
      throw CorruptSnapshotException.of(manifest, String.valueOf(e.getMessage()), e);
    } catch (IOException | SQLException e) {
      throw CorruptSnapshotException.of(manifest, "reading it back failed: " + e, e);
    }
  }

  private void read(ScriptReader script, ScriptSchema schema, RowDigests digests)
      throws IOException, SQLException {
    while (script.next()) {
      if (script.isRows()) {
        digests.insert(script.bytes(), script.from(), script.to());
        source.pace(); // a chunk holds some hundred times as much
      } else {
        String sql = script.text();
        StatementKind kind = StatementRules.judge(sql);
        if (kind != StatementKind.TRIGGER) {
          schema.add(kind, sql);
        }
      }
    }
    schema.finish();
  }

  private void checkRowKeys(Map<TableName, Long> rows) throws IOException {
    Map<TableName, Long> keys = new HashMap<>();
    RowKeysCodec.read(manifest, source).forEach((table, of) -> keys.put(table, (long) of.length));
    if (!keys.equals(rows)) {
      throw CorruptSnapshotException.of(
          manifest, "row keys do not fit the rows: expected=%s found=%s".formatted(rows, keys));
    }
  }
}
