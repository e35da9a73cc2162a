package scriptorium.benchmarks.micro;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import scriptorium.actors.TxId;
import scriptorium.benchmarks.workload.Parcel;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.Savepoint;
import scriptorium.database.change.CaptureSettings;
import scriptorium.database.change.RowChanges;
import scriptorium.database.guard.MutationConnection;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.codec.ChangeSetEncoder;
import scriptorium.persistence.codec.EncodedChangeSet;
import scriptorium.persistence.codec.EncodedEvent;
import scriptorium.persistence.codec.EventCodec;

/** One change set of one row of ten columns on its way: captured, encoded, decoded, applied. */
@State(Scope.Benchmark)
public class ChangeSetBenchmark {

  private static final int CHANGES_A_COMMIT = 256;

  private final EmbeddedDatabase source = Parcels.embedded();
  private final EmbeddedDatabase replica = Parcels.embedded();
  private final RowChanges there = revision(2);
  private final RowChanges back = revision(3);
  private final ChangeSet inserted =
      new ChangeSet(now(), TxId.next(now()), "insert", null, insert());
  private final EncodedEvent encoded = EventCodec.encode(inserted);
  private final ChangeSetEncoder encoder =
      new ChangeSetEncoder(source.writer(), CaptureSettings.WHOLE);
  private long inserts = Parcels.ROWS * 2L;
  private long applied;

  private static Instant now() {
    return Instant.parse("2026-11-30T00:00:00Z");
  }

  private RowChanges revision(int revision) {
    return Parcels.write(source, connection -> Parcels.setRevision(connection, 1, revision));
  }

  private RowChanges insert() {
    return Parcels.write(
        source,
        connection -> {
          try (PreparedStatement insert = connection.prepareStatement(Parcel.INSERT)) {
            Parcel.of(Parcels.ROWS).bind(insert);
            insert.executeUpdate();
          }
        });
  }

  /** Both databases end with the trial. */
  @TearDown
  public void close() {
    source.close();
    replica.close();
  }

  /** Savepoint, insert and roll back: what {@link #insertAndCapture} does besides capturing. */
  @Benchmark
  public Savepoint insertOnly() throws SQLException {
    Savepoint start = source.writer().savepoint();
    insertNext();
    source.writer().rollbackTo(start);
    return start;
  }

  /** The event of one insert, captured from the open transaction. */
  @Benchmark
  public EncodedChangeSet insertAndCapture() throws SQLException {
    Savepoint start = source.writer().savepoint();
    insertNext();
    EncodedChangeSet changes =
        encoder.capture(start, inserted.txId(), inserted.label(), inserted.value());
    source.writer().rollbackTo(start);
    return changes;
  }

  private void insertNext() throws SQLException {
    try (MutationConnection opened = source.openMutation();
        PreparedStatement insert = opened.connection().prepareStatement(Parcel.INSERT)) {
      Parcel.of(inserts++).bind(insert);
      insert.executeUpdate();
    }
  }

  /** The event of one insert from its change set, which the writer never makes. */
  @Benchmark
  public EncodedEvent encode() {
    return EventCodec.encode(inserted);
  }

  /** The event of one insert from its bytes. */
  @Benchmark
  public JournalEvent decode() {
    return EventCodec.decode(encoded.manifest(), encoded.bytes());
  }

  /** One column of one row, by the way of recovery, with a commit now and then. */
  @Benchmark
  public long applyUpdate() {
    replica.applier().apply((applied & 1) == 0 ? there : back);
    if (++applied % CHANGES_A_COMMIT == 0) {
      replica.applier().commit();
    }
    return applied;
  }
}
