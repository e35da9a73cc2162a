package scriptorium.persistence.segment;

import akka.NotUsed;
import akka.actor.ExtendedActorSystem;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import akka.persistence.query.javadsl.EventsByPersistenceIdQuery;
import akka.persistence.query.javadsl.ReadJournal;
import akka.serialization.SerializationExtension;
import akka.stream.javadsl.Source;
import java.nio.file.Path;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Akka Persistence Query of the segment log: a store's events, read from its folder by any process,
 * beside a running writer or without one. Claims, locks and changes nothing. Thread-safe.
 *
 * <p>Delivered is only what counts for ever, each event once, in order and without a gap. Of a
 * writer in another process the newest frame may not count, until the next one, or the idle mark
 * after {@code scriptorium.journal.idle-mark}: those events come a little later, of a current query
 * in the next one. Event adapters are not applied: the log has the store's own events.
 *
 * <p>A stream reads ahead a few portions and no further, however slow it is taken.
 *
 * <pre>{@code
 * SegmentQuery query = PersistenceQuery.get(system)
 *     .getReadJournalFor(SegmentQuery.class, SegmentQuery.ID);
 * query.eventsByPersistenceId("main", lastSeen + 1, Long.MAX_VALUE).runForeach(...);
 * }</pre>
 *
 * <p>The stream fails with {@link DamagedJournalException} where events cannot be read, and with
 * {@link DeletedEventsException} where they were deleted before it came to them.
 */
public final class SegmentQuery
    implements ReadJournal, CurrentEventsByPersistenceIdQuery, EventsByPersistenceIdQuery {

  /** The plugin's id, by which it is configured. */
  public static final String ID = "scriptorium.journal-query";

  private final ExtendedActorSystem system;
  private final SegmentQuerySettings settings;
  private final ScheduledExecutorService readers;

  SegmentQuery(
      ExtendedActorSystem system, SegmentQuerySettings settings, ScheduledExecutorService readers) {
    this.system = system;
    this.settings = settings;
    this.readers = readers;
  }

  /**
   * The events with these numbers that there are now, in order; both ends belong to them. Deleted
   * events are not delivered, whether or not they are still on the disk: it begins with the first
   * that there is. A store that does not exist has none.
   */
  @Override
  public Source<EventEnvelope, NotUsed> currentEventsByPersistenceId(
      String persistenceId, long fromSequenceNr, long toSequenceNr) {
    return source(persistenceId, fromSequenceNr, toSequenceNr, false);
  }

  /**
   * The events with these numbers, and those that are still to come: it ends only behind {@code
   * toSequenceNr}, and waits for a store that does not exist yet. From 1 on it begins with the
   * first event that is not deleted; whoever resumes at a higher number is told by a {@link
   * DeletedEventsException} when that one was.
   */
  @Override
  public Source<EventEnvelope, NotUsed> eventsByPersistenceId(
      String persistenceId, long fromSequenceNr, long toSequenceNr) {
    return source(persistenceId, fromSequenceNr, toSequenceNr, true);
  }

  private Source<EventEnvelope, NotUsed> source(
      String persistenceId, long from, long to, boolean live) {
    return Source.fromGraph(
            new EventSource(() -> follower(persistenceId, from, to, live), settings, readers))
        .mapConcat(events -> events);
  }

  private EventFollower follower(String persistenceId, long from, long to, boolean live) {
    SegmentLogs logs = SegmentLogs.get(system);
    Path folder = logs.folder(persistenceId);
    return new EventFollower(
        new EventFollower.Request(
            folder,
            LogFiles.disk(),
            logs.keys(),
            persistenceId,
            from,
            to,
            live,
            new EventEntry(SerializationExtension.get(system)),
            () -> logs.confirmed(folder)));
  }
}
