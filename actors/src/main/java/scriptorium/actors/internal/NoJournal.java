package scriptorium.actors.internal;

import akka.dispatch.Futures;
import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.journal.japi.AsyncWriteJournal;
import java.util.Optional;
import java.util.function.Consumer;
import scala.concurrent.Future;

/**
 * A journal that holds nothing and takes nothing: for the actors that only keep parts of snapshots,
 * so that asking for a part never opens, or claims, a real journal.
 */
final class NoJournal extends AsyncWriteJournal {

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(
      Iterable<AtomicWrite> messages) {
    return Futures.failed(
        new UnsupportedOperationException("parts of snapshots have no events; this is a bug"));
  }

  @Override
  public Future<Void> doAsyncDeleteMessagesTo(String persistenceId, long toSequenceNr) {
    return Futures.successful(null);
  }

  @Override
  public Future<Void> doAsyncReplayMessages(
      String persistenceId,
      long fromSequenceNr,
      long toSequenceNr,
      long max,
      Consumer<PersistentRepr> replayCallback) {
    return Futures.successful(null);
  }

  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String persistenceId, long fromSequenceNr) {
    return Futures.successful(0L);
  }
}
