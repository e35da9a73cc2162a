package scriptorium.benchmarks.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** A database of RocksDB and its options: as it comes, its log recycled, each write synchronous. */
final class RocksFolder implements AutoCloseable {

  /** Logs whose blocks are written again, as the embedded journal's are there before. */
  private static final int RECYCLED_LOGS = 4;

  private final Options options;
  private final WriteOptions durably;
  private final RocksDB database;

  private RocksFolder(Options options, RocksDB database) {
    this.options = options;
    this.database = database;
    this.durably = new WriteOptions().setSync(true);
  }

  static RocksFolder open(Path path) throws RocksDBException {
    RocksDB.loadLibrary();
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new UncheckedIOException("folder cannot be made: folder=" + path, e);
    }
    Options options = new Options().setCreateIfMissing(true).setRecycleLogFileNum(RECYCLED_LOGS);
    return new RocksFolder(options, RocksDB.open(options, path.toString()));
  }

  void writeDurably(WriteBatch batch) throws RocksDBException {
    database.write(durably, batch);
  }

  /** Deletes the keys from one to before another. */
  void delete(byte[] from, byte[] end) throws RocksDBException {
    database.deleteRange(from, end);
  }

  Optional<byte[]> find(byte[] key) throws RocksDBException {
    return Optional.ofNullable(database.get(key));
  }

  RocksIterator iterator() {
    return database.newIterator();
  }

  @Override
  public void close() {
    database.close();
    durably.close();
    options.close();
  }
}
