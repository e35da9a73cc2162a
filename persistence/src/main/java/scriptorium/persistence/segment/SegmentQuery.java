package scriptorium.persistence.segment;

import akka.NotUsed;
import akka.actor.ExtendedActorSystem;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import akka.persistence.query.javadsl.ReadJournal;
import akka.serialization.SerializationExtension;
import akka.stream.javadsl.Source;
import java.nio.file.Path;

/**
 * Akka Persistence Query of the segment log: a store's present events, read from its folder by any
 * process, beside a running writer or without one. Claims, locks and changes nothing. Thread-safe.
 *
 * <p>Delivered is only what counts for ever. Of a writer in another process the newest frame may
 * not, until the next one, or the idle mark after {@code scriptorium.journal.idle-mark}: those
 * events come in a later query. Deleted events are not delivered, whether or not they are still on
 * the disk. Event adapters are not applied: the log has the store's own events.
 *
 * <pre>{@code
 * SegmentQuery query = PersistenceQuery.get(system)
 *     .getReadJournalFor(SegmentQuery.class, SegmentQuery.ID);
 * query.currentEventsByPersistenceId("main", 1, Long.MAX_VALUE).runForeach(...);
 * }</pre>
 *
 * <p>The stream fails with {@link DamagedJournalException} where events cannot be read.
 */
public final class SegmentQuery implements ReadJournal, CurrentEventsByPersistenceIdQuery {

  /** The plugin's id, by which it is configured. */
  public static final String ID = "scriptorium.journal-query";

  private final ExtendedActorSystem system;
  private final int portionsAhead;

  SegmentQuery(ExtendedActorSystem system, int portionsAhead) {
    this.system = system;
    this.portionsAhead = portionsAhead;
  }

  /**
   * The events with these numbers that there are now, in order; both ends belong to them. A store
   * that does not exist has none.
   */
  @Override
  public Source<EventEnvelope, NotUsed> currentEventsByPersistenceId(
      String persistenceId, long fromSequenceNr, long toSequenceNr) {
    return Source.unfoldResource(
            () -> start(persistenceId, fromSequenceNr, toSequenceNr),
            CurrentEvents::next,
            CurrentEvents::close)
        .mapConcat(events -> events);
  }

  private CurrentEvents start(String persistenceId, long from, long to) {
    SegmentLogs logs = SegmentLogs.get(system);
    Path folder = logs.folder(persistenceId);
    EventEntry entry = new EventEntry(SerializationExtension.get(system));
    return CurrentEvents.start(
        new CurrentEvents.Request(
            folder,
            logs.reader(folder),
            persistenceId,
            from,
            to,
            entry,
            () -> logs.confirmed(folder)),
        portionsAhead);
  }
}
