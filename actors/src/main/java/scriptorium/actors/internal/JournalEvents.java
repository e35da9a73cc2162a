package scriptorium.actors.internal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.dispatch.Dispatchers;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import akka.stream.ActorAttributes;
import akka.stream.KillSwitches;
import akka.stream.UniqueKillSwitch;
import akka.stream.javadsl.Keep;
import akka.stream.javadsl.Sink;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import scriptorium.actors.StoreSettings;

/**
 * A store's present events, from the query plugin that belongs to its journal: whichever that is.
 * Claims nothing. Safe for use by any thread, which it blocks.
 */
final class JournalEvents {

  private final ActorSystem<?> system;
  private final String persistenceId;
  private final Duration stallTimeout;

  JournalEvents(ActorSystem<?> system, StoreSettings settings) {
    this.system = system;
    this.persistenceId = settings.name();
    this.stallTimeout = settings.recovery().stallTimeout();
  }

  /**
   * Shows the events with these numbers, both ends included, one at a time, on another thread;
   * returns when that is done.
   *
   * @param consumer returns false when it wants no more
   * @throws IllegalStateException where none comes for the set time
   */
  void read(long fromNumber, long toNumber, Predicate<EventEnvelope> consumer) {
    if (fromNumber > toNumber) {
      return;
    }
    AtomicLong taken = new AtomicLong();
    akka.japi.Pair<UniqueKillSwitch, CompletionStage<akka.Done>> running =
        query()
            .currentEventsByPersistenceId(persistenceId, fromNumber, toNumber)
            .viaMat(KillSwitches.single(), Keep.right())
            .takeWhile(
                envelope -> {
                  boolean more = consumer.test(envelope);
                  taken.lazySet(envelope.sequenceNr());
                  return more;
                })
            .toMat(Sink.ignore(), Keep.both())
            .withAttributes(ActorAttributes.dispatcher(Dispatchers.DefaultBlockingDispatcherId()))
            .run(system);
    await(running.second(), running.first(), taken);
  }

  private void await(CompletionStage<akka.Done> done, UniqueKillSwitch stop, AtomicLong taken) {
    long before = -1;
    while (true) {
      try {
        var unused = done.toCompletableFuture().get(stallTimeout.toMillis(), TimeUnit.MILLISECONDS);
        return;
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException failure
            ? failure
            : new IllegalStateException("the journal's events cannot be read", e.getCause());
      } catch (TimeoutException e) {
        long now = taken.get();
        if (now == before) {
          stop.shutdown();
          throw new IllegalStateException(
              "no event came for " + stallTimeout + ": persistenceId=" + persistenceId, e);
        }
        before = now;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stop.shutdown();
        throw new IllegalStateException("interrupted while the journal was read", e);
      }
    }
  }

  private CurrentEventsByPersistenceIdQuery query() {
    String plugin = PluginIds.query(Adapter.toClassic(system));
    return PersistenceQuery.get(Adapter.toClassic(system))
        .getReadJournalFor(CurrentEventsByPersistenceIdQuery.class, plugin);
  }
}
