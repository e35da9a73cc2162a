package scriptorium.persistence.codec;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.Savepoint;
import scriptorium.database.TableDigest;
import scriptorium.database.TableState;
import scriptorium.database.change.CaptureSettings;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.SequencePosition;
import scriptorium.database.change.TableName;
import scriptorium.database.guard.MutationConnection;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.ChangeSetEnd;
import scriptorium.persistence.ChangeSetPart;
import scriptorium.persistence.DigestDue;
import scriptorium.persistence.Digests;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.OutcomeNever;
import scriptorium.persistence.SchemaChanged;

/** Events that are the same each time. */
final class EventSamples {

  private static final Instant TIME = Instant.parse("2024-02-29T12:34:56.123456Z");
  private static final UUID TX_ID = UUID.fromString("018df4d2-1a2b-7c3d-8e4f-0123456789ab");
  private static final TableName WORD = new TableName("PUBLIC", "WORD");

  private EventSamples() {}

  static ChangeSet changeSet() {
    return new ChangeSet(TIME, TX_ID, "W\u00f6rter", new byte[] {1, 0, -1}, rows());
  }

  static ChangeSet emptyChangeSet() {
    return new ChangeSet(TIME, TX_ID, "", null, RowChanges.NONE);
  }

  static ChangeSet changeSetWithBeforeImages() {
    EncodedEvent whole = captured(new CaptureSettings(1 << 20, 1 << 20, true)).get(0);
    return (ChangeSet) EventCodec.decode(whole.manifest(), whole.bytes());
  }

  /** The second of the parts into which the rows fall when each is a part. */
  static ChangeSetPart part(boolean beforeImages) {
    EncodedEvent part = captured(new CaptureSettings(1, 1 << 20, beforeImages)).get(1);
    return (ChangeSetPart) EventCodec.decode(part.manifest(), part.bytes());
  }

  /** The last of them. */
  static ChangeSetEnd end(boolean beforeImages) {
    EncodedEvent end = captured(new CaptureSettings(1, 1 << 20, beforeImages)).get(2);
    return (ChangeSetEnd) EventCodec.decode(end.manifest(), end.bytes());
  }

  /** The events of an insert, an update and a delete, as a writer makes them. */
  static List<EncodedEvent> captured(CaptureSettings settings) {
    return mutated(
        (database, start) -> {
          ChangeSetEncoder encoder = new ChangeSetEncoder(database.writer(), settings);
          encoder.time(TIME);
          return encoder.capture(start, TX_ID, "W\u00f6rter", new byte[] {1, 0, -1}).events();
        });
  }

  static EpochStarted epochStarted() {
    return new EpochStarted(TIME, "akka://node@127.0.0.1:2551 pid=7");
  }

  static OutcomeNever outcomeNever() {
    return new OutcomeNever(TIME, TX_ID);
  }

  /** Version 3 is applied, and says how it is taken down. */
  static SchemaChanged schemaChanged() {
    return schemaChanged(
        SchemaChanged.Kind.UP,
        3,
        Optional.of(
            new SchemaChanged.Down(
                "U3__words.sql", "00".repeat(32), "alter table word drop column more; -- ü")));
  }

  static SchemaChanged schemaTakenDown() {
    return schemaChanged(SchemaChanged.Kind.DOWN, 3, Optional.empty());
  }

  static SchemaChanged schemaChangedByHand() {
    return schemaChanged(SchemaChanged.Kind.BY_HAND, 0, Optional.empty());
  }

  private static SchemaChanged schemaChanged(
      SchemaChanged.Kind kind, int version, Optional<SchemaChanged.Down> down) {
    return new SchemaChanged(
        TIME,
        kind,
        version,
        "V3__words.sql",
        "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
        down,
        List.of(
            new SchemaChanged.Step.Statement("alter table word add column more int"),
            new SchemaChanged.Step.Rows(rows())),
        List.of(new SequencePosition.FreeSequence("PUBLIC", "NUMBERS", 42)),
        List.of(new TableState(WORD, 3, new TableDigest(-1, 7), 1000)));
  }

  static DigestDue digestDue() {
    return new DigestDue(TIME);
  }

  static Digests digests() {
    return new Digests(
        TIME,
        1_000_000,
        List.of(
            new Digests.Table(new TableName("PUBLIC", "EMPTY"), 0, new TableDigest(0, 0)),
            new Digests.Table(WORD, 300, new TableDigest(-1, 7))));
  }

  private static RowChanges rows() {
    return mutated((database, start) -> database.writer().capture(start));
  }

  private interface Capture<T> {
    T from(EmbeddedDatabase database, Savepoint start);
  }

  /** An insert, an update and a delete, as H2 really made them. */
  private static <T> T mutated(Capture<T> capture) {
    try (EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults())) {
      database.executeSchema("create table word(id int primary key, text varchar)");
      Savepoint before = database.writer().savepoint();
      run(database, "insert into word values(1, 'one'), (2, 'two')");
      database.writer().capture(before);
      database.writer().journaled();
      database.writer().commit();
      Savepoint start = database.writer().savepoint();
      run(database, "insert into word values(3, 'drei \u20ac')");
      run(database, "update word set text = null where id = 1");
      run(database, "delete from word where id = 2");
      return capture.from(database, start);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(EmbeddedDatabase database, String sql) throws SQLException {
    try (MutationConnection mutation = database.openMutation()) {
      Connection connection = mutation.connection();
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }
}
