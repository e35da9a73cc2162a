package scriptorium.benchmarks.capture;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.internal.MeasuredAnswers;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;
import scriptorium.database.Savepoint;
import scriptorium.database.WriterTransaction;
import scriptorium.database.change.CaptureSettings;
import scriptorium.database.change.ChangeSink;
import scriptorium.database.guard.MutationConnection;
import scriptorium.persistence.codec.ChangeSetEncoder;

/**
 * The steps by the store's own code: the database's one writer, its capture, the events' codec, the
 * answers kept. Used by one thread.
 */
final class WriterSteps implements AutoCloseable {

  /** The store's default for outcomes remembered: a map as large as a busy writer's. */
  private static final int MOST_OUTCOMES = 200_000;

  /** Row changes as bytes that nobody keeps. */
  private static final ChangeSink NOWHERE =
      new ChangeSink() {
        @Override
        public void part(byte[] bytes, int length) {}

        @Override
        public void last(byte[] bytes, int length) {}
      };

  private final EmbeddedDatabase database;
  private final WriterTransaction writer;
  private final ChangeSetEncoder encoder;
  private final MeasuredAnswers answers = new MeasuredAnswers(MOST_OUTCOMES);
  private long encodedBytes;

  /** What each mutation of a batch is told apart by. */
  record Ids(Instant time, List<UUID> txIds) {
    Ids {
      txIds = List.copyOf(txIds);
    }
  }

  private WriterSteps(EmbeddedDatabase database) {
    this.database = database;
    this.writer = database.writer();
    this.encoder = new ChangeSetEncoder(writer, CaptureSettings.WHOLE);
  }

  static WriterSteps open() throws SQLException {
    EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults());
    try {
      for (String sql : SmallMutation.SCHEMA) {
        database.executeSchema(sql);
      }
      return new WriterSteps(database);
    } catch (SQLException e) {
      database.close();
      throw e;
    }
  }

  /** Fills the map of outcomes, so that each new one drives an old one out. */
  void rememberAll(Ids ids) {
    for (UUID txId : ids.txIds()) {
      answers.remember(txId, ids.time(), answers.encode(1));
    }
  }

  static int mostOutcomes() {
    return MOST_OUTCOMES;
  }

  /** Runs a batch of as many mutations as there are ids, and commits it. */
  void run(Step step, SmallMutation mutation, long first, Ids ids) throws SQLException {
    if (step == Step.GUARD) {
      // A batch begins with a savepoint; one for all of it is next to nothing a mutation.
      captureNothing(writer.savepoint());
    }
    byte @Nullable [][] kept = new byte @Nullable [ids.txIds().size()][];
    for (int i = 0; i < ids.txIds().size(); i++) {
      kept[i] = runOne(step, mutation, first + i, ids.time(), ids.txIds().get(i));
    }
    writer.journaled();
    writer.commit();
    if (step.includes(Step.OUTCOME)) {
      for (int i = 0; i < ids.txIds().size(); i++) {
        answers.remember(ids.txIds().get(i), ids.time(), kept[i]);
      }
    }
  }

  private byte @Nullable [] runOne(
      Step step, SmallMutation mutation, long number, Instant time, UUID txId) throws SQLException {
    if (step == Step.GUARD) {
      mutate(mutation, number);
      return null;
    }
    Savepoint start = writer.savepoint();
    if (step == Step.SAVEPOINT) {
      // What changes after the capture is committed with the batch, and captured by nobody.
      captureNothing(start);
      mutate(mutation, number);
      return null;
    }
    int value = mutate(mutation, number);
    if (!step.includes(Step.ENCODE)) {
      encodedBytes += writer.capture(start, CaptureSettings.WHOLE, NOWHERE).bytes();
      return null;
    }
    byte[] kept = answers.encode(value);
    encoder.time(time);
    encodedBytes += encoder.capture(start, txId, mutation.title(), kept).eventBytes();
    return kept;
  }

  /** Of a savepoint after which nothing was done yet. */
  private void captureNothing(Savepoint start) {
    writer.capture(start, CaptureSettings.WHOLE, NOWHERE);
  }

  /** As a program's mutation does it. */
  private int mutate(SmallMutation mutation, long number) throws SQLException {
    try (MutationConnection opened = database.openMutation();
        PreparedStatement statement = opened.connection().prepareStatement(mutation.sql())) {
      mutation.run(statement, number);
      return 1;
    }
  }

  /** So that the encoded bytes are of use to somebody, and encoding is not compiled away. */
  long encodedBytes() {
    return encodedBytes;
  }

  void clear() throws SQLException {
    Savepoint start = writer.savepoint();
    try (MutationConnection opened = database.openMutation();
        PreparedStatement delete = opened.connection().prepareStatement(SmallMutation.CLEAR)) {
      delete.executeUpdate();
    }
    writer.capture(start, CaptureSettings.WHOLE, NOWHERE);
    writer.journaled();
    writer.commit();
  }

  @Override
  public void close() {
    database.close();
  }
}
