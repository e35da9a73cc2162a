package scriptorium.persistence.jdbc;

import akka.dispatch.Futures;
import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.jdbc.config.JournalConfig;
import akka.persistence.jdbc.journal.dao.DefaultJournalDao;
import akka.persistence.jdbc.journal.dao.JournalTables.JournalAkkaSerializationRow;
import akka.serialization.Serialization;
import akka.stream.Materializer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.collection.immutable.Set;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;
import scala.util.Try;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/**
 * The plugin's way to {@code event_journal}, for a table that takes only what follows.
 *
 * <p>The plugin stores what stands behind a rejected event, and writes of one persistence id side
 * by side: both would be refused as a gap, and a rejection or a pipeline would become a failure.
 * Here what stands behind a rejected event is rejected with it, and the writes of one persistence
 * id go one after the other.
 *
 * <p>Invariants, by persistence id: at most one write is in the plugin's queue; {@code last} holds
 * the newest one that has not ended. Writes are asked for by the journal's actor alone.
 */
public final class OrderedJournalDao extends DefaultJournalDao {
  private final ConcurrentMap<String, Future<BoxedUnit>> last = new ConcurrentHashMap<>();

  /** The first number of the request whose rows are being queued; of the journal's actor. */
  private long firstNumber;

  /** Called by the plugin. */
  public OrderedJournalDao(
      JdbcBackend.DatabaseDef database,
      JdbcProfile profile,
      JournalConfig config,
      Serialization serialization,
      ExecutionContext executor,
      Materializer materializer) {
    super(database, profile, config, serialization, executor, materializer);
  }

  @Override
  public Future<Seq<Try<BoxedUnit>>> asyncWriteMessages(Seq<AtomicWrite> writes) {
    firstNumber = writes.head().lowestSequenceNr();
    long expected = firstNumber;
    for (AtomicWrite write : CollectionConverters.asJava(writes)) {
      for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
        if (event.sequenceNr() != expected++) {
          return Futures.failed(notFollowing(event, expected - 1));
        }
      }
    }
    return super.asyncWriteMessages(writes).map(OrderedJournalDao::rejectedBehindFirst, ec());
  }

  /** The table would refuse it too; but a rejection in the same request could hide the gap. */
  private static Exception notFollowing(PersistentRepr event, long expected) {
    return new IllegalArgumentException(
        "an event does not follow in its request: persistenceId=%s sequenceNumber=%d expected=%d"
            .formatted(event.persistenceId(), event.sequenceNr(), expected));
  }

  /** Empty where all are stored, as the plugin has it. */
  private static Seq<Try<BoxedUnit>> rejectedBehindFirst(Seq<Try<BoxedUnit>> results) {
    List<Try<BoxedUnit>> told = new ArrayList<>();
    for (Try<BoxedUnit> result : CollectionConverters.asJava(results)) {
      Try<BoxedUnit> before = told.isEmpty() ? result : told.get(told.size() - 1);
      told.add(before.isFailure() ? before : result);
    }
    return CollectionConverters.asScala(told).toList();
  }

  /** Called by {@link #asyncWriteMessages} with the rows of all writes that can be serialized. */
  @Override
  public Future<BoxedUnit> queueWriteJournalRows(
      Seq<Tuple2<JournalAkkaSerializationRow, Set<String>>> rows) {
    List<Tuple2<JournalAkkaSerializationRow, Set<String>>> following = following(rows);
    if (following.isEmpty()) {
      return Future.successful(BoxedUnit.UNIT);
    }
    Seq<Tuple2<JournalAkkaSerializationRow, Set<String>>> stored =
        CollectionConverters.asScala(following).toList();
    return inTurn(following.get(0)._1().persistenceId(), () -> super.queueWriteJournalRows(stored));
  }

  /** The rows before the first rejected write. */
  private List<Tuple2<JournalAkkaSerializationRow, Set<String>>> following(
      Seq<Tuple2<JournalAkkaSerializationRow, Set<String>>> rows) {
    List<Tuple2<JournalAkkaSerializationRow, Set<String>>> following = new ArrayList<>();
    for (Tuple2<JournalAkkaSerializationRow, Set<String>> row : CollectionConverters.asJava(rows)) {
      if (row._1().sequenceNumber() == firstNumber + following.size()) {
        following.add(row);
      }
    }
    return following;
  }

  /** A failed write lets the next one try: the table refuses it if it does not follow. */
  private Future<BoxedUnit> inTurn(String persistenceId, Supplier<Future<BoxedUnit>> write) {
    Future<BoxedUnit> before = last.getOrDefault(persistenceId, Future.successful(BoxedUnit.UNIT));
    Future<BoxedUnit> own =
        before.isCompleted() ? write.get() : before.transformWith(ended -> write.get(), ec());
    last.put(persistenceId, own);
    own.onComplete(ended -> last.remove(persistenceId, own), ec());
    return own;
  }
}
