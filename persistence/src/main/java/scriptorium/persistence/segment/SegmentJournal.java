package scriptorium.persistence.segment;

import akka.dispatch.Futures;
import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.journal.japi.AsyncWriteJournal;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/**
 * Akka journal plugin {@code scriptorium.journal}: a log a persistence id, in a folder of its name
 * below {@code scriptorium.data-dir}.
 *
 * <p>All writes of one call are one frame and one force. The log is claimed when a writer's
 * recovery asks for the highest number. A number that does not follow, a full disk, a failed force
 * and being fenced fail the write; only what cannot be serialized, or does not follow within its
 * own call, is rejected, and what follows it in the same call with it, since a gap would be left.
 *
 * <p>Events are serialized by the thread that asks, see {@link CallingThreadExecutor}; files belong
 * to one thread a store, which does things in the order asked: a replay comes behind the writes
 * before it.
 */
public final class SegmentJournal extends AsyncWriteJournal {
  private final SegmentLogs logs = SegmentLogs.get(context().system());
  private final Serialization serialization = SerializationExtension.get(context().system());
  private final EventEntry entry = new EventEntry(serialization);
  private final ConcurrentLinkedQueue<EventGroup> groups = new ConcurrentLinkedQueue<>();

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> writes) {
    EventGroup group = Optional.ofNullable(groups.poll()).orElseGet(EventGroup::new);
    group.begin();
    List<Optional<Exception>> results = entry.encoding(() -> encode(writes, group));
    if (group.count() == 0) {
      groups.add(group);
      return Futures.successful(results);
    }
    AtomicWrite first = writes.iterator().next();
    long firstNumber = first.lowestSequenceNr();
    return FutureConverters.asScala(
        logs.of(first.persistenceId())
            .ask(
                log -> {
                  log.append(group, firstNumber);
                  group.begin(); // so that it holds no event of this write any more
                  groups.add(group);
                  return results;
                }));
  }

  /** As many writes as can be serialized; one that cannot is rejected, and all behind it. */
  private List<Optional<Exception>> encode(Iterable<AtomicWrite> writes, EventGroup group) {
    List<Optional<Exception>> results = new ArrayList<>();
    Optional<Exception> rejection = Optional.empty();
    long firstNumber = writes.iterator().next().lowestSequenceNr();
    for (AtomicWrite write : writes) {
      if (rejection.isEmpty()) {
        rejection = encode(write, group, firstNumber);
      }
      results.add(rejection);
    }
    return results;
  }

  /** The whole write goes into the group, or nothing of it. */
  private Optional<Exception> encode(AtomicWrite write, EventGroup group, long firstNumber) {
    int mark = group.mark();
    int count = group.count();
    try {
      for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
        requireFollowing(event, firstNumber + group.count());
        entry.put(event, group);
      }
      return Optional.empty();
    } catch (Exception e) {
      group.cutBack(mark, count);
      return Optional.of(e);
    }
  }

  /** Only the first number of a frame is written: those behind it count on. */
  private static void requireFollowing(PersistentRepr event, long expected) {
    if (event.sequenceNr() != expected) {
      throw new IllegalArgumentException(
          "an event does not follow in its request: persistenceId=%s sequenceNumber=%d expected=%d"
              .formatted(event.persistenceId(), event.sequenceNr(), expected));
    }
  }

  @Override
  public Future<Void> doAsyncDeleteMessagesTo(String persistenceId, long toSequenceNr) {
    return FutureConverters.asScala(
        logs.of(persistenceId)
            .<Void>ask(
                log -> {
                  log.deleteTo(toSequenceNr);
                  return null;
                }));
  }

  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String persistenceId, long fromSequenceNr) {
    return FutureConverters.asScala(
        logs.of(persistenceId).recover(SegmentLog::highestSequenceNumber));
  }

  @Override
  public Future<Void> doAsyncReplayMessages(
      String persistenceId,
      long fromSequenceNr,
      long toSequenceNr,
      long max,
      Consumer<PersistentRepr> replay) {
    return FutureConverters.asScala(
        logs.of(persistenceId)
            .<Void>ask(
                log -> {
                  EventEntry reader = new EventEntry(serialization);
                  log.replay(
                      fromSequenceNr,
                      toSequenceNr,
                      max,
                      (number, bytes, offset, length) ->
                          replay.accept(reader.read(persistenceId, number, bytes, offset, length)));
                  return null;
                }));
  }
}
