package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.SEGMENT_HEADER_BYTES;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the segments of one epoch, which nobody else ever writes.
 *
 * <p>Invariants: bytes from {@code place} on are zero, but for those before {@code dirtyTo}, left
 * by a write that found no room, which are zeroed before anything else is written; a segment has
 * its name only when it is full of zeros, has its header, and both are forced.
 */
final class SegmentWriter {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentWriter.class);
  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(256 << 10).asReadOnlyBuffer();

  private final Path folder;
  private final LogFiles files;
  private final SegmentLogSettings settings;
  private SegmentHeader header;
  private final SegmentKeys keys;
  private LogFile file;
  private FrameSeal seal;
  private long place;
  private long dirtyTo;
  private @Nullable NextSegment ahead;

  private SegmentWriter(
      Path folder,
      LogFiles files,
      SegmentLogSettings settings,
      SegmentKeys keys,
      SegmentHeader header,
      FrameSeal seal,
      LogFile file) {
    this.folder = folder;
    this.files = files;
    this.settings = settings;
    this.keys = keys;
    this.seal = seal;
    this.file = file;
    this.header = header;
    this.place = SEGMENT_HEADER_BYTES;
  }

  /** Is asked before each step of a long work. */
  @FunctionalInterface
  interface Step {
    void check() throws IOException;
  }

  /** Starts an epoch with a file made by {@link #prepare}. */
  static SegmentWriter start(
      Path folder,
      LogFiles files,
      SegmentLogSettings settings,
      SegmentKeys keys,
      SegmentHeader header,
      Path prepared)
      throws IOException {
    FrameSeal seal = keys.forNew(header.name());
    SegmentHeader marked = header.marked(seal.mark());
    LogFile file = adopt(folder, files, marked, seal, prepared);
    return new SegmentWriter(folder, files, settings, keys, marked, seal, file);
  }

  /** Makes a file full of zeros, for an epoch, without a place in the log yet. */
  static Path prepare(Path folder, LogFiles files, long epoch, long bytes) throws IOException {
    return prepare(folder, files, epoch, bytes, bytes, () -> {});
  }

  /**
   * Like {@link #prepare(Path, LogFiles, long, long)}, a step at a time.
   *
   * @param stepBytes forced at a time
   * @param goOn goes before each step; may throw
   */
  static Path prepare(
      Path folder, LogFiles files, long epoch, long bytes, long stepBytes, Step goOn)
      throws IOException {
    Path path = TemporaryFiles.fresh(folder, epoch);
    try (LogFile file = files.create(path)) {
      for (long at = 0; at < bytes; at += stepBytes) {
        goOn.check();
        zero(file, at, Math.min(bytes, at + stepBytes));
        file.force();
      }
      return path;
    } catch (IOException | RuntimeException e) {
      TemporaryFiles.discard(files, path, e);
      throw e;
    }
  }

  private static LogFile adopt(
      Path folder, LogFiles files, SegmentHeader header, FrameSeal seal, Path prepared)
      throws IOException {
    Path path = folder.resolve(header.name().fileName());
    LogFile file = files.openToWrite(prepared);
    try {
      file.write(ByteBuffer.wrap(header.encode(seal)), 0);
      file.force();
      files.link(path, prepared);
      makeDurable(folder, files, path, prepared);
      return file;
    } catch (IOException e) {
      file.close();
      TemporaryFiles.discard(files, prepared, e);
      throw e;
    }
  }

  /** The name is taken now, so whatever fails here is no want of room that can be waited for. */
  private static void makeDurable(Path folder, LogFiles files, Path path, Path prepared)
      throws IOException {
    try {
      files.delete(prepared);
      files.forceFolder(folder);
    } catch (IOException e) {
      throw new IOException("the name of a new segment may not be durable: file=" + path, e);
    }
  }

  private static void zero(LogFile file, long from, long to) throws IOException {
    for (long at = from; at < to; ) {
      ByteBuffer zeros = ZEROS.duplicate();
      zeros.limit((int) Math.min(zeros.capacity(), to - at));
      at += zeros.remaining();
      file.write(zeros, at - zeros.remaining());
    }
  }

  /**
   * Whether a frame must go to a new segment: there is no room for it, or a frame of this counter
   * was sealed for the current one, and maybe written in part, so that its key must not seal
   * another.
   */
  boolean needsNext(int payloadBytes, long frameCounter) {
    return isFullFor(payloadBytes) || seal.hasSealed(frameCounter);
  }

  /** Whether the current segment has no room for a frame. */
  boolean isFullFor(int payloadBytes) {
    return SegmentFormat.end(place, payloadBytes + seal.addedBytes()) > header.segmentBytes();
  }

  /** Bytes the next segment must have to hold a frame. */
  long nextSegmentBytes(int payloadBytes) {
    return Math.max(
        settings.segmentBytes(name().index() + 1),
        SegmentFormat.end(SEGMENT_HEADER_BYTES, payloadBytes + seal.addedBytes()));
  }

  /** Bytes it must have at least. */
  long smallestNextBytes(int payloadBytes) {
    return Math.max(
        settings.segmentBytes(0),
        SegmentFormat.end(SEGMENT_HEADER_BYTES, payloadBytes + seal.addedBytes()));
  }

  /**
   * Goes on in a new segment. When it throws for want of room, the current one is as it was.
   *
   * @param next header of the next segment
   */
  void roll(SegmentHeader next) throws IOException {
    cleanUp();
    Path prepared = prepared(next.segmentBytes());
    FrameSeal nextSeal = keys.forNew(next.name());
    SegmentHeader marked = next.marked(nextSeal.mark());
    LogFile nextFile = adopt(folder, files, marked, nextSeal, prepared);
    LogFile done = file;
    file = nextFile;
    seal = nextSeal;
    header = marked;
    place = SEGMENT_HEADER_BYTES;
    try {
      done.close();
    } catch (IOException e) {
      LOG.warn("closing a full segment failed, its bytes are durable: folder={}", folder, e);
    }
  }

  private Path prepared(long bytes) throws IOException {
    NextSegment made = ahead;
    return made == null ? prepare(folder, files, name().epoch(), bytes) : made.take(bytes);
  }

  /** Zeroes what a write without room left: it must not be taken for a frame later. */
  void cleanUp() throws IOException {
    if (dirtyTo > place) {
      zero(file, place, dirtyTo);
      file.force();
    }
    dirtyTo = 0;
  }

  /** The group as it is stored in the current segment. */
  EventGroup seal(EventGroup group, FrameHead head) {
    return seal.seal(group, head, place);
  }

  /** Writes a stamped frame at {@link #place}; not durable before {@link #force}. */
  void write(EventGroup frame) throws IOException {
    dirtyTo = place + frame.frameBytes();
    frame.writeTo(file, place);
  }

  void force() throws IOException {
    file.force();
  }

  /**
   * The written frame counts: the next one goes behind it.
   *
   * @return where it ends
   */
  long advance(EventGroup frame) {
    long end = SegmentFormat.end(place, frame.payloadBytes());
    place = SegmentFormat.nextStart(end);
    dirtyTo = 0;
    NextSegment made = ahead;
    if (made != null && place > header.segmentBytes() / 4) {
      made.make(settings.segmentBytes(name().index() + 1));
    }
    return end;
  }

  /** Where the next frame starts. */
  long place() {
    return place;
  }

  SegmentKeys keys() {
    return keys;
  }

  SegmentName name() {
    return header.name();
  }

  /** Of the segment being written. */
  SegmentHeader header() {
    return header;
  }

  /** From now on the next segment's file is made before it is needed. */
  void makeAhead(Executor executor) {
    ahead = new NextSegment(folder, files, name().epoch(), executor);
  }

  void close() throws IOException {
    NextSegment made = ahead;
    if (made != null) {
      made.close();
    }
    file.close();
  }
}
