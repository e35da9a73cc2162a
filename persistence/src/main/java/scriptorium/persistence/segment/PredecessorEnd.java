package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the chain that an epoch goes on from: it is made durable, and a torn tail behind it is
 * copied aside. Both are tried before the epoch is claimed, and done again only where the old
 * writer has gone on meanwhile: so a disk that refuses them, or has no room for the copy, refuses a
 * start that has left nothing in the folder, however often it is tried.
 */
final class PredecessorEnd {
  private static final Logger LOG = LoggerFactory.getLogger(PredecessorEnd.class);

  private final Path folder;
  private final LogFiles files;
  private final long epoch;
  private ChainEnd durable = ChainEnd.NOTHING;
  private @Nullable Path reserved;
  private long reservedBytes;

  /**
   * @param epoch the one that is claimed
   */
  PredecessorEnd(Path folder, LogFiles files, long epoch) {
    this.folder = folder;
    this.files = files;
    this.epoch = epoch;
  }

  /** Before the claim. A living writer may delete what was read just now; it goes on elsewhere. */
  void prepare(Chain chain) throws IOException {
    try {
      makeDurable(chain);
    } catch (NoSuchFileException deletedMeanwhile) {
      return;
    }
    if (chain.tornTail().isPresent()) {
      reserve(chain.tornTail().get().bytes());
    }
  }

  private Path reserve(long bytes) throws IOException {
    Path file = reserved;
    if (file == null || reservedBytes != bytes) {
      letGo();
      file = SegmentWriter.prepare(folder, files, epoch, bytes);
      reserved = file;
      reservedBytes = bytes;
    }
    return file;
  }

  /** Deletes what {@link #prepare} made, after a failure. */
  void letGo(Exception cause) {
    try {
      letGo();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void letGo() throws IOException {
    if (reserved != null) {
      files.delete(reserved);
      reserved = null;
    }
  }

  /**
   * The old writer's last frame may be only in memory: named, then lost with the power, it would be
   * a hole. (A frame it never forced is then as good as acknowledged.)
   */
  void makeDurable(Chain chain) throws IOException {
    if (!chain.end().equals(durable)) {
      writeLastFrameAgain(chain);
      forceEnd(chain);
      durable = chain.end();
    }
  }

  /**
   * After a force that failed the last frame may be seen though it is not on the disk, and no later
   * force writes it, nor fails: the system takes those bytes for written. (All frames before it
   * were forced, or it would not be there.) So the same bytes are written once more: whoever does
   * that early, while the writer lives, or late, after a freeze, changes nothing, for the writer of
   * a frame that is whole never changes it, and a name is never used twice.
   */
  private void writeLastFrameAgain(Chain chain) throws IOException {
    ChainEnd end = chain.end();
    long from = chain.lastFrameOffset();
    Path path = folder.resolve(new SegmentName(end.epoch(), end.segment()).fileName());
    try (LogFile in = files.openToRead(path);
        LogFile out = files.openToWrite(path)) {
      copy(in, from, end.offset() - from, out, from);
    }
  }

  /** A segment was made only after all frames before it had been forced. */
  private void forceEnd(Chain chain) throws IOException {
    for (SegmentSpan span : chain.spans()) {
      if (span.name().epoch() == chain.end().epoch()
          && span.name().index() >= chain.end().segment()) {
        try (LogFile file = files.openToWrite(folder.resolve(span.name().fileName()))) {
          file.force();
        }
      }
    }
  }

  /**
   * Copies a torn tail; the copy has its name only when it is complete.
   *
   * @return the place that the epoch declares void
   */
  List<OpeningFrame.VoidPlace> copyTornTail(Chain chain) throws IOException {
    Optional<TornTail> found = chain.tornTail();
    if (found.isEmpty()) {
      letGo();
      return List.of();
    }
    TornTail torn = found.get();
    SegmentName name = torn.segment();
    String copy = TornTail.copyName(name, torn.offset(), epoch);
    Path file = reserve(torn.bytes());
    try (LogFile in = files.openToRead(folder.resolve(name.fileName()));
        LogFile out = files.openToWrite(file)) {
      copy(in, torn.offset(), torn.bytes(), out, 0);
      out.force();
    }
    files.link(folder.resolve(copy), file);
    letGo();
    files.forceFolder(folder);
    LOG.warn(
        "torn tail declared void: file={} offset={} bytes={} copiedTo={} lastGoodSequenceNumber={}",
        folder.resolve(name.fileName()),
        torn.offset(),
        torn.bytes(),
        copy,
        chain.end().number());
    return List.of(new OpeningFrame.VoidPlace(name, torn.offset(), torn.bytes(), copy));
  }

  /** Copies bytes from a place in one file to a place in another; none where {@code bytes < 0}. */
  static void copy(LogFile in, long from, long bytes, LogFile out, long to) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate((int) Math.max(0, Math.min(1 << 20, bytes)));
    for (long at = 0; at < bytes; ) {
      chunk.clear().limit((int) Math.min(chunk.capacity(), bytes - at));
      int read = in.read(chunk, from + at);
      if (read < 0) {
        break;
      }
      out.write(chunk.flip(), to + at);
      at += read;
    }
  }
}
