package scriptorium.benchmarks.journal;

import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.journal.japi.AsyncWriteJournal;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import com.typesafe.config.Config;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/**
 * RocksDB behind the shape of the embedded journal: whoever asks serializes, one thread writes, a
 * group is one batch with one synchronous write of the log. Does what a measurement needs, and is
 * no journal to keep anything in.
 */
public final class RocksJournal extends AsyncWriteJournal {

  private static final byte[] HIGHEST = {'H'};

  private final Serialization serialization = SerializationExtension.get(context().system());
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread made = new Thread(work, "rocks-journal");
            made.setDaemon(true);
            return made;
          });
  private final RocksFolder folder;

  /** As Akka calls it. */
  public RocksJournal(Config config) throws RocksDBException {
    folder = RocksFolder.open(Path.of(config.getString("dir")));
  }

  @Override
  public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> writes) {
    WriteBatch batch = new WriteBatch();
    List<Optional<Exception>> results = new ArrayList<>();
    try {
      for (AtomicWrite write : writes) {
        for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
          batch.put(key(event.persistenceId(), event.sequenceNr()), encoded(event));
        }
        batch.put(highestKey(write.persistenceId()), number(write.highestSequenceNr()));
        results.add(Optional.empty());
      }
    } catch (RocksDBException e) {
      batch.close();
      throw new IllegalStateException("RocksDB does not take an event", e);
    }
    return ask(
        () -> {
          try (batch) {
            folder.writeDurably(batch);
          }
          return results;
        });
  }

  private <T> Future<T> ask(Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    thread.execute(
        () -> {
          try {
            result.complete(work.call());
          } catch (Exception e) {
            result.completeExceptionally(e);
          }
        });
    return FutureConverters.asScala(result);
  }

  private byte[] encoded(PersistentRepr event) {
    byte[] payload = serialization.serialize(event.payload()).get();
    byte[] writer = event.writerUuid().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(16 + writer.length + payload.length)
        .putLong(event.timestamp())
        .putInt(serialization.findSerializerFor(event.payload()).identifier())
        .putInt(writer.length)
        .put(writer)
        .put(payload)
        .array();
  }

  private PersistentRepr decoded(String persistenceId, long number, byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value, 8, value.length - 8);
    int serializer = bytes.getInt();
    bytes.position(bytes.getInt() + bytes.position());
    byte[] payload = new byte[bytes.remaining()];
    bytes.get(payload);
    return Groups.event(
        persistenceId, number, serialization.deserialize(payload, serializer, "").get());
  }

  private static byte[] key(String persistenceId, long number) {
    byte[] name = persistenceId.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + name.length + 8)
        .put((byte) 'E')
        .put(name)
        .putLong(number)
        .array();
  }

  private static byte[] highestKey(String persistenceId) {
    byte[] name = persistenceId.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + name.length).put(HIGHEST).put(name).array();
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }

  @Override
  public Future<Void> doAsyncDeleteMessagesTo(String persistenceId, long toSequenceNr) {
    return this.<Void>ask(
        () -> {
          folder.delete(key(persistenceId, 0), key(persistenceId, toSequenceNr + 1));
          return null;
        });
  }

  @Override
  public Future<Long> doAsyncReadHighestSequenceNr(String persistenceId, long fromSequenceNr) {
    return ask(
        () ->
            folder
                .find(highestKey(persistenceId))
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .orElse(0L));
  }

  @Override
  public Future<Void> doAsyncReplayMessages(
      String persistenceId, long from, long to, long max, Consumer<PersistentRepr> replay) {
    return this.<Void>ask(
        () -> {
          try (RocksIterator events = folder.iterator()) {
            events.seek(key(persistenceId, from));
            long number = from;
            byte[] next = key(persistenceId, number);
            while (number <= to
                && number - from < max
                && events.isValid()
                && Arrays.equals(events.key(), next)) {
              replay.accept(decoded(persistenceId, number, events.value()));
              events.next();
              next = key(persistenceId, ++number);
            }
          }
          return null;
        });
  }

  @Override
  public void postStop() {
    thread.execute(folder::close);
    thread.shutdown();
  }
}
