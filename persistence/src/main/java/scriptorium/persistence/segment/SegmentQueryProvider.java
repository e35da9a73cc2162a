package scriptorium.persistence.segment;

import akka.NotUsed;
import akka.actor.ExtendedActorSystem;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.ReadJournalProvider;
import akka.stream.scaladsl.Source;
import com.typesafe.config.Config;

/** Makes the query plugin {@code scriptorium.journal-query} for both of Akka's languages. */
public final class SegmentQueryProvider implements ReadJournalProvider {
  private static final int MAX_PORTIONS = 1024;

  private final SegmentQuery query;

  /**
   * Called by Akka.
   *
   * @param config the plugin's section
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public SegmentQueryProvider(ExtendedActorSystem system, Config config) {
    int portions = config.getInt("portions-ahead");
    if (portions < 1 || portions > MAX_PORTIONS) {
      throw new IllegalArgumentException(
          "setting out of range: %s.portions-ahead=%d, expected 1 to %d"
              .formatted(SegmentQuery.ID, portions, MAX_PORTIONS));
    }
    query = new SegmentQuery(system, portions);
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
          akka.persistence.query.scaladsl.CurrentEventsByPersistenceIdQuery {
    @Override
    public Source<EventEnvelope, NotUsed> currentEventsByPersistenceId(
        String persistenceId, long fromSequenceNr, long toSequenceNr) {
      return query
          .currentEventsByPersistenceId(persistenceId, fromSequenceNr, toSequenceNr)
          .asScala();
    }
  }
}
