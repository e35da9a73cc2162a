package scriptorium.drills.failover.workload;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Locale;
import java.util.OptionalLong;
import scriptorium.drills.failover.history.HistoryWriter;
import scriptorium.drills.failover.history.Verdict;
import scriptorium.drills.failover.process.EventLine;

/**
 * One write, sent until its verdict is known or its deadline is over, always with the same txId.
 *
 * <p>Invariant: {@code open} is true from the first attempt that was never answered. From then on
 * {@code REFUSED} says nothing about that attempt, which may still be under way; the store is asked
 * for the outcome instead, whose answer is final.
 */
final class WriteCall {

  private static final long RETRY_MILLIS = 10;
  private static final long MAX_RETRY_MILLIS = 100;

  private final HistoryWriter history;
  private final ClientCounters counters;
  private final NodeConnection connection;
  private final int client;
  private final DrillMutation mutation;
  private boolean open;
  private boolean askOutcome;
  private int attempts;

  WriteCall(
      HistoryWriter history,
      ClientCounters counters,
      NodeConnection connection,
      int client,
      DrillMutation mutation) {
    this.history = history;
    this.counters = counters;
    this.connection = connection;
    this.client = client;
    this.mutation = mutation;
  }

  /**
   * Sends until done.
   *
   * @param deadlineMicros when to give up, microseconds since 1970
   * @return the mutation's value; absent unless acknowledged, and where the value was not kept
   */
  OptionalLong send(long deadlineMicros) throws IOException, InterruptedException {
    boolean mustBeRefused = mutation instanceof DrillMutation.Violate;
    history.sent(EventLine.nowMicros(), client, mutation.txId(), mustBeRefused, mutation.words());
    long pause = RETRY_MILLIS;
    while (true) {
      String[] answer = attempt().split(" ", 4);
      switch (answer[0]) {
        case Protocol.OK -> {
          end(Verdict.ACKNOWLEDGED, Long.parseLong(answer[1]));
          return answer[2].equals("-")
              ? OptionalLong.empty()
              : OptionalLong.of(Long.parseLong(answer[2]));
        }
        case Protocol.COMMITTED -> {
          end(Verdict.ACKNOWLEDGED, Long.parseLong(answer[1]));
          return OptionalLong.empty();
        }
        case Protocol.NEVER -> {
          end(Verdict.REFUSED, 0);
          return OptionalLong.empty();
        }
        case Protocol.REFUSED -> {
          if (!open) {
            end(Verdict.REFUSED, 0);
            return OptionalLong.empty();
          }
          askOutcome = true;
          continue;
        }
        case Protocol.UNKNOWN -> open = true;
        case Protocol.LATER, Protocol.FORGOTTEN -> connection.next();
        default -> throw new IOException("answer not in the protocol: " + String.join(" ", answer));
      }
      if (EventLine.nowMicros() > deadlineMicros) {
        end(Verdict.UNKNOWN, 0);
        return OptionalLong.empty();
      }
      counters.retries.incrementAndGet();
      Thread.sleep(pause);
      pause = Math.min(2 * pause, MAX_RETRY_MILLIS);
    }
  }

  private String attempt() {
    try {
      if (askOutcome) {
        return connection.ask(Protocol.outcome(mutation.txId()));
      }
      attempts++;
      return connection.ask(Protocol.write(mutation));
    } catch (ConnectException e) {
      return Protocol.LATER + " no connection";
    } catch (IOException e) {
      return Protocol.UNKNOWN + ' ' + String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    }
  }

  private void end(Verdict verdict, long number) throws IOException {
    long now = EventLine.nowMicros();
    history.ended(now, client, mutation.txId(), verdict, number, attempts);
    switch (verdict) {
      case ACKNOWLEDGED -> {
        counters.acknowledged.incrementAndGet();
        counters.lastAckMicros.accumulateAndGet(now, Math::max);
      }
      case REFUSED -> counters.refused.incrementAndGet();
      case UNKNOWN -> counters.unknown.incrementAndGet();
    }
  }
}
