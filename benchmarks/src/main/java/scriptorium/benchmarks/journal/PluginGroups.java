package scriptorium.benchmarks.journal;

import akka.persistence.AtomicWrite;
import akka.persistence.journal.AsyncWriteJournal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;
import scala.util.Try;
import scriptorium.benchmarks.journal.JournalHost.Tested;
import scriptorium.benchmarks.workload.ClosedLoop;
import scriptorium.benchmarks.workload.Side;

/** Groups of events at a plugin's {@code asyncWriteMessages}, one after another. */
public final class PluginGroups implements Side {

  private static final int LIMIT_SECONDS = 60;

  private final String title;
  private final String persistenceId;
  private final AsyncWriteJournal plugin;
  private final AtomicLong nextNumber;

  private PluginGroups(String title, String persistenceId, AsyncWriteJournal plugin, long next) {
    this.title = title;
    this.persistenceId = persistenceId;
    this.plugin = plugin;
    this.nextNumber = new AtomicLong(next);
  }

  /** Claims a log of its own. */
  public static PluginGroups open(
      String title, String persistenceId, JournalHost host, Tested journal)
      throws InterruptedException, ExecutionException, TimeoutException {
    AsyncWriteJournal plugin = host.plugin(journal);
    Object highest = await(plugin.asyncReadHighestSequenceNr(persistenceId, 0));
    return new PluginGroups(title, persistenceId, plugin, (Long) highest + 1);
  }

  @Override
  public String name() {
    return title;
  }

  @Override
  public Measured measure(int events, Duration length)
      throws InterruptedException, ExecutionException, TimeoutException {
    return ClosedLoop.run(1, events, length, nextNumber, first -> write(first, events));
  }

  /** Sends one group; the answer is the number of its events, told by the thread that has it. */
  CompletionStage<Integer> write(long firstNumber, int events) {
    return write(Groups.write(persistenceId, firstNumber, events), events);
  }

  /** Sends one event with the next number. */
  CompletionStage<Integer> write(byte[] event) {
    long number = nextNumber.getAndIncrement();
    return write(new AtomicWrite(Groups.only(Groups.event(persistenceId, number, event))), 1);
  }

  private CompletionStage<Integer> write(AtomicWrite group, int events) {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    plugin
        .asyncWriteMessages(Groups.only(group))
        .onComplete(
            results -> {
              if (results.isSuccess() && results.get().forall(Try::isSuccess)) {
                return answer.complete(events);
              }
              return answer.completeExceptionally(
                  new IllegalStateException("group not written: " + results));
            },
            ExecutionContext.parasitic$.MODULE$);
    return answer;
  }

  @Override
  public void clear() throws InterruptedException, ExecutionException, TimeoutException {
    Object unused = await(plugin.asyncDeleteMessagesTo(persistenceId, nextNumber.get() - 1));
  }

  static <T> T await(Future<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    return FutureConverters.asJava(future)
        .toCompletableFuture()
        .get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }
}
