package scriptorium.actors.internal;

import akka.actor.typed.ActorRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.Outcome;
import scriptorium.actors.StoreCommand;
import scriptorium.actors.StoreStatus;
import scriptorium.actors.internal.ClusterMessage.RemoteOutcome;
import scriptorium.actors.internal.ClusterMessage.RemoteQuestion;

/**
 * This node's questions for outcomes, which the writer's node answers. Asking twice does no harm,
 * so they are sent again until an answer comes. Owned by the node's actor.
 */
final class RoutedQuestions {

  private final ActorRef<ClusterMessage> self;
  private final Duration patience;
  private final Duration resendAfter;
  private final Map<Long, Open> open = new HashMap<>();
  private long calls;

  private static final class Open {
    private final StoreCommand.GetOutcome question;
    private final long deadlineNanos;
    private long dueNanos;

    Open(StoreCommand.GetOutcome question, long nowNanos, long deadlineNanos) {
      this.question = question;
      this.dueNanos = nowNanos;
      this.deadlineNanos = deadlineNanos;
    }
  }

  RoutedQuestions(ActorRef<ClusterMessage> self, Duration patience, Duration resendAfter) {
    this.self = self;
    this.patience = patience;
    this.resendAfter = resendAfter;
  }

  void add(StoreCommand.GetOutcome question, long nowNanos) {
    open.put(++calls, new Open(question, nowNanos, nowNanos + patience.toNanos()));
  }

  void onOutcome(RemoteOutcome answer) {
    Open asked = open.remove(answer.call());
    if (asked != null) {
      asked.question.replyTo().tell(answer.outcome());
    }
  }

  /** Sends what is due to the writer's node, if one is known, and gives up what is overdue. */
  void tick(@Nullable ActorRef<ClusterMessage> writer, StoreStatus status, long nowNanos) {
    open.values()
        .removeIf(
            asked -> {
              boolean over = nowNanos - asked.deadlineNanos >= 0;
              if (over) {
                giveUp(asked, status);
              }
              return over;
            });
    if (writer != null) {
      open.forEach((call, asked) -> send(writer, call, asked, nowNanos));
    }
  }

  private void send(ActorRef<ClusterMessage> writer, long call, Open asked, long nowNanos) {
    if (nowNanos - asked.dueNanos >= 0) {
      asked.dueNanos = nowNanos + resendAfter.toNanos();
      writer.tell(new RemoteQuestion(call, asked.question.txId(), self));
    }
  }

  void giveUpAll(StoreStatus status) {
    open.values().forEach(asked -> giveUp(asked, status));
    open.clear();
  }

  private static void giveUp(Open asked, StoreStatus status) {
    asked
        .question
        .replyTo()
        .tell(
            new Outcome.NotNow(
                status.phase(),
                status.writer(),
                "the writer's node did not answer in time: writer="
                    + status.writer().orElse("unknown")));
  }
}
