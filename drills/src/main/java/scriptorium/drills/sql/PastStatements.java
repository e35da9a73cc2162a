package scriptorium.drills.sql;

import java.util.concurrent.ExecutionException;
import scriptorium.actors.AsOf;
import scriptorium.actors.Query;
import scriptorium.actors.ReadReply;
import scriptorium.actors.SequenceNumber;
import scriptorium.drills.embedded.FailureText;
import scriptorium.drills.embedded.LocalStore;

/** Statements on a past state: queries; whatever writes is refused with the reason. */
final class PastStatements implements Statements {

  private final AsOf state;
  private final int limitRows;

  PastStatements(AsOf state, int limitRows) {
    this.state = state;
    this.limitRows = limitRows;
  }

  @Override
  public StatementResult run(String sql) throws StatementFailedException, InterruptedException {
    return switch (StatementKind.of(sql)) {
      case QUERY ->
          new StatementResult.Rows(
              read(connection -> ResultRows.fetch(connection, sql, limitRows)));
      case MUTATION, SCHEMA -> throw readOnly(StatementKind.firstWord(sql) + " is not run");
      case SESSION, UNKNOWN -> throw StatementRunner.notRun(sql);
    };
  }

  private StatementFailedException readOnly(String what) {
    return StatementFailedException.because(
        what
            + ": this is the past state at sequence number "
            + state.sequenceNumber()
            + ", which nobody can change; leave --as-of out to write");
  }

  @Override
  public <T> T read(Query<T> query) throws StatementFailedException, InterruptedException {
    try {
      ReadReply<T> reply = LocalStore.await(state.read(query));
      if (reply instanceof ReadReply.Answered<T> answered) {
        return answered.value();
      }
      throw ReplyText.failure(reply);
    } catch (ExecutionException e) {
      throw StatementFailedException.storeGone(FailureText.of(e));
    }
  }

  @Override
  public SequenceNumber sequenceNumber() {
    return state.sequenceNumber();
  }

  @Override
  public String snapshot() throws StatementFailedException {
    throw readOnly("no snapshot");
  }
}
