package scriptorium.persistence.segment;

import akka.NotUsed;
import akka.actor.ExtendedActorSystem;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.ReadJournalProvider;
import akka.stream.scaladsl.Source;
import com.typesafe.config.Config;
import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Makes the query plugin {@code scriptorium.journal-query} for both of Akka's languages. */
public final class SegmentQueryProvider implements ReadJournalProvider {
  private final SegmentQuery query;

  /**
   * Called by Akka.
   *
   * @param config the plugin's section
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public SegmentQueryProvider(ExtendedActorSystem system, Config config) {
    SegmentQuerySettings settings = SegmentQuerySettings.of(config);
    ScheduledThreadPoolExecutor readers =
        new ScheduledThreadPoolExecutor(settings.threads(), SegmentQueryProvider::thread);
    readers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    system.registerOnTermination(readers::shutdown);
    query = new SegmentQuery(system, settings, readers);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "scriptorium-journal-query");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public akka.persistence.query.scaladsl.ReadJournal scaladslReadJournal() {
    return new ForScala(query);
  }

  @Override
  public akka.persistence.query.javadsl.ReadJournal javadslReadJournal() {
    return query;
  }

  /** The same for Scala. */
  record ForScala(SegmentQuery query)
      implements akka.persistence.query.scaladsl.ReadJournal,
          akka.persistence.query.scaladsl.CurrentEventsByPersistenceIdQuery,
          akka.persistence.query.scaladsl.EventsByPersistenceIdQuery {
    @Override
    public Source<EventEnvelope, NotUsed> currentEventsByPersistenceId(
        String persistenceId, long fromSequenceNr, long toSequenceNr) {
      return query
          .currentEventsByPersistenceId(persistenceId, fromSequenceNr, toSequenceNr)
          .asScala();
    }

    @Override
    public Source<EventEnvelope, NotUsed> eventsByPersistenceId(
        String persistenceId, long fromSequenceNr, long toSequenceNr) {
      return query.eventsByPersistenceId(persistenceId, fromSequenceNr, toSequenceNr).asScala();
    }
  }
}
