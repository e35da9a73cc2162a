package scriptorium.drills.failover.node;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import scriptorium.actors.Outcome;
import scriptorium.actors.ReadReply;
import scriptorium.actors.Store;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.drills.failover.workload.DrillMutation;
import scriptorium.drills.failover.workload.Protocol;

/** Turns a client's line into a call of the store, and its reply into a line. */
final class NodeAnswers {

  /** Longer than a client waits: whatever takes this long is answered to nobody. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Store store;

  NodeAnswers(Store store) {
    this.store = store;
  }

  String answer(String line) throws InterruptedException {
    String[] words = line.split(" ", 3);
    try {
      return switch (words[0]) {
        case Protocol.WRITE -> write(Protocol.mutation(words));
        case Protocol.OUTCOME -> outcome(UUID.fromString(words[1]));
        case Protocol.TOTAL -> total();
        default -> throw new IllegalArgumentException("line not in the protocol: " + line);
      };
    } catch (ExecutionException | TimeoutException e) {
      return oneLine(Protocol.UNKNOWN, String.valueOf(e));
    }
  }

  private String write(DrillMutation mutation)
      throws InterruptedException, ExecutionException, TimeoutException {
    WriteRequest<Long> request =
        new WriteRequest<>(
            mutation.txId(), mutation.words(), mutation, Optional.empty(), Optional.empty());
    WriteReply<Long> reply = await(store.write(request));
    if (reply instanceof WriteReply.Committed<Long> committed) {
      Long value = committed.value();
      return Protocol.OK + ' ' + committed.sequenceNumber() + ' ' + (value == null ? "-" : value);
    }
    if (reply instanceof WriteReply.Unknown<Long> unknown) {
      return oneLine(Protocol.UNKNOWN, unknown.reason());
    }
    if (reply instanceof WriteReply.Busy<Long>
        || reply instanceof WriteReply.Expired<Long>
        || reply instanceof WriteReply.NotTheWriter<Long>
        || reply instanceof WriteReply.NotReady<Long>) {
      return oneLine(Protocol.LATER, reply.toString());
    }
    return oneLine(Protocol.REFUSED, reply.toString());
  }

  private String outcome(UUID txId)
      throws InterruptedException, ExecutionException, TimeoutException {
    Outcome outcome = await(store.outcome(txId));
    if (outcome instanceof Outcome.Committed committed) {
      return Protocol.COMMITTED + ' ' + committed.sequenceNumber();
    }
    if (outcome instanceof Outcome.Never) {
      return Protocol.NEVER;
    }
    return oneLine(
        outcome instanceof Outcome.Forgotten ? Protocol.FORGOTTEN : Protocol.LATER,
        outcome.toString());
  }

  private String total() throws InterruptedException, ExecutionException, TimeoutException {
    ReadReply<Long> reply = await(store.read(NodeAnswers::sumOfBalances));
    if (reply instanceof ReadReply.Answered<Long> answered) {
      return Protocol.TOTAL + ' ' + answered.sequenceNumber() + ' ' + answered.value();
    }
    return oneLine(Protocol.LATER, reply.toString());
  }

  private static Long sumOfBalances(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT SUM(balance) FROM accounts")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static <T> T await(CompletionStage<T> stage)
      throws InterruptedException, ExecutionException, TimeoutException {
    return stage.toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static String oneLine(String kind, String detail) {
    return kind + ' ' + detail.replaceAll("\\R", " ");
  }
}
