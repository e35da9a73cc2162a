package scriptorium.drills.sql;

import static scriptorium.drills.print.HumanUnits.bytes;
import static scriptorium.drills.print.HumanUnits.duration;

import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.MigrationReply;
import scriptorium.actors.Mutation;
import scriptorium.actors.Query;
import scriptorium.actors.ReadReply;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.Store;
import scriptorium.actors.StorePhase;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.drills.embedded.FailureText;
import scriptorium.drills.embedded.LocalStore;

/** Takes each statement to its door of the store and waits for what comes back. */
final class StatementRunner implements Statements {

  private final Store store;
  private final int limitRows;

  /**
   * For this store.
   *
   * @param limitRows most rows of a result that are fetched; 0 for all
   */
  StatementRunner(Store store, int limitRows) {
    this.store = store;
    this.limitRows = limitRows;
  }

  @Override
  public StatementResult run(String sql) throws StatementFailedException, InterruptedException {
    try {
      return switch (StatementKind.of(sql)) {
        case QUERY -> query(sql);
        case MUTATION -> mutate(sql);
        case SCHEMA -> migrate(sql);
        case SESSION, UNKNOWN -> throw notRun(sql);
      };
    } catch (ExecutionException e) {
      throw StatementFailedException.storeGone(FailureText.of(e));
    }
  }

  /** Why a statement that is neither query nor change is not run. */
  static StatementFailedException notRun(String sql) {
    if (StatementKind.of(sql) == StatementKind.SESSION) {
      return StatementFailedException.because(
          StatementKind.firstWord(sql)
              + " is not run: each statement is a transaction of its own, and the session"
              + " belongs to the store");
    }
    return StatementFailedException.because(
        "unknown statement: expected SELECT, INSERT, UPDATE, DELETE, MERGE, CREATE, ALTER,"
            + " DROP or another SQL statement, found \""
            + SqlText.label(sql)
            + "\"");
  }

  /** Reads with the store's own query interface. */
  @Override
  public <T> T read(Query<T> query) throws StatementFailedException, InterruptedException {
    try {
      ReadReply<T> reply = LocalStore.await(store.read(query));
      if (reply instanceof ReadReply.Answered<T> answered) {
        return answered.value();
      }
      throw ReplyText.failure(reply);
    } catch (ExecutionException e) {
      throw StatementFailedException.storeGone(FailureText.of(e));
    }
  }

  private StatementResult query(String sql) throws StatementFailedException, InterruptedException {
    return new StatementResult.Rows(
        read(connection -> ResultRows.fetch(connection, sql, limitRows)));
  }

  private StatementResult mutate(String sql)
      throws StatementFailedException, InterruptedException, ExecutionException {
    // Rows travel beside the mutation's value: the journal keeps values for repeated answers.
    AtomicReference<@Nullable ResultRows> rows = new AtomicReference<>();
    Mutation<Long> mutation =
        connection -> {
          try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
              rows.set(null);
              return statement.getLargeUpdateCount();
            }
            ResultRows found = ResultRows.read(statement.getResultSet(), limitRows);
            rows.set(found);
            return (long) found.rows().size();
          }
        };
    WriteReply<Long> reply =
        LocalStore.await(store.write(WriteRequest.of(SqlText.label(sql), mutation, Instant.now())));
    if (reply instanceof WriteReply.Committed<Long> committed) {
      Long changed = committed.value();
      return new StatementResult.Changed(
          changed == null ? 0 : changed,
          Optional.ofNullable(rows.get()),
          committed.sequenceNumber());
    }
    throw whileServing(ReplyText.failure(reply));
  }

  private StatementResult migrate(String sql)
      throws StatementFailedException, InterruptedException, ExecutionException {
    SchemaScript script = SchemaScript.adHoc(SqlText.label(sql), sql);
    MigrationReply reply = LocalStore.await(store.migrate(List.of(script)));
    if (reply instanceof MigrationReply.Migrated migrated) {
      return new StatementResult.SchemaChanged(migrated.sequenceNumber());
    }
    throw whileServing(ReplyText.failure(reply));
  }

  @Override
  public SequenceNumber sequenceNumber() {
    return store.status().sequenceNumber();
  }

  @Override
  public String snapshot() throws StatementFailedException, InterruptedException {
    SnapshotReply reply;
    try {
      reply = LocalStore.await(store.snapshot());
    } catch (ExecutionException e) {
      throw StatementFailedException.because("no snapshot: " + FailureText.of(e));
    }
    if (!(reply instanceof SnapshotReply.Saved saved)) {
      throw StatementFailedException.because("no snapshot: " + reply);
    }
    return "snapshot of sequence number "
        + saved.sequenceNumber()
        + " saved, "
        + bytes(saved.snapshotBytes())
        + " in "
        + duration(saved.took())
        + ", proved by "
        + saved.proof().name().toLowerCase(Locale.ROOT)
        + (saved.deletedSnapshots().isEmpty()
            ? ""
            : "; older ones deleted: " + saved.deletedSnapshots());
  }

  /** A failure while the store does not serve is the store's, and the next would be the same. */
  private StatementFailedException whileServing(StatementFailedException failure) {
    StoreStatus status = store.status();
    if (failure.isStoreGone() || status.phase() == StorePhase.READY) {
      return failure;
    }
    return StatementFailedException.storeGone(
        failure.getMessage() + "; store phase=" + status.phase() + " reason=" + status.detail());
  }
}
