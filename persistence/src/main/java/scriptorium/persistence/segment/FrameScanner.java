package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.FRAME_HEADER_BYTES;
import static scriptorium.persistence.segment.SegmentFormat.SEGMENT_HEADER_BYTES;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one segment's frames in order through one array that grows to the largest of them; it is
 * small at first, since of most segments only the header is looked at. A frame of a protected
 * segment is shown only when it is proved by the segment's key.
 */
final class FrameScanner implements Closeable {
  static final int CHUNK_BYTES = 256 << 10;
  private static final int FIRST_BYTES = 4 << 10;
  private static final int GROWTH = 8;

  private final Path path;
  private final SegmentKeys keys;
  private final LogFile file;
  private final long size;
  private final FrameView view = new FrameView();
  private @Nullable FrameSeal seal;
  private byte[] bytes = new byte[FIRST_BYTES];
  private long bytesAt;
  private int filled;
  private long start = SEGMENT_HEADER_BYTES;
  private long end = SEGMENT_HEADER_BYTES;

  FrameScanner(LogFiles files, Path path, SegmentKeys keys) throws IOException {
    this.path = path;
    this.keys = keys;
    file = files.openToRead(path);
    try {
      size = file.size();
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * The header, when it is whole and right.
   *
   * @throws JournalKeyException when the segment's frames could not be proved or read
   */
  Optional<SegmentHeader> header() throws IOException {
    byte[] read = headerBytes();
    Optional<SegmentHeader> header = SegmentHeader.decode(read);
    if (header.isPresent()) {
      seal = keys.of(path, header.get(), read);
    }
    return header;
  }

  /** What a header that is whole says, proved by no key. */
  Optional<SegmentHeader> unprovedHeader() throws IOException {
    return SegmentHeader.decode(headerBytes());
  }

  private @Nullable FrameSeal seal() throws IOException {
    if (seal == null) {
      var unused = header();
    }
    return seal;
  }

  private byte[] headerBytes() throws IOException {
    byte[] read = new byte[SEGMENT_HEADER_BYTES];
    ByteBuffer into = ByteBuffer.wrap(read);
    while (into.hasRemaining() && file.read(into, into.position()) >= 0) {}
    return Arrays.copyOf(read, into.position());
  }

  /** Continues after a frame that ends there. */
  void seek(long frameEnd) {
    end = frameEnd;
    start = SegmentFormat.nextStart(frameEnd);
  }

  /**
   * Continues at the frame that holds an event, found by the lengths in the headers alone, or where
   * one of them is not right.
   *
   * @param lastBefore the last number before the place reached so far
   * @return the last number before the place that is reached
   */
  long seekEvent(long number, long lastBefore) throws IOException {
    long last = lastBefore;
    while (true) {
      long at = SegmentFormat.nextStart(end);
      if (!load(at, FRAME_HEADER_BYTES)
          || !pointed(at).headerIsRight()
          || view.firstNumber() + view.count() > number) {
        return last;
      }
      last = view.firstNumber() + view.count() - 1;
      end = SegmentFormat.end(at, view.storedBytes());
    }
  }

  /**
   * True: {@link #view} shows the next frame, whole and right. False: there is none here.
   *
   * @throws DamagedJournalException when it is whole, but the segment's key does not prove it
   */
  boolean next() throws IOException {
    start = SegmentFormat.nextStart(end);
    if (!isRight(start)) {
      return false;
    }
    if (seal() == null) {
      return false;
    }
    int stored = view.storedBytes();
    if (!open(start)) {
      throw JournalDamage.at(
          path,
          start,
          view.firstNumber() - 1,
          "the frame is whole but its seal is not right: it was altered, moved or forged");
    }
    end = SegmentFormat.end(start, stored);
    return true;
  }

  /**
   * Like {@link #next}, of a file that is being written: what was not there before is read anew.
   */
  boolean nextNow() throws IOException {
    if (next()) {
      return true;
    }
    if (!beginsAFrame(start)) {
      return false;
    }
    filled = 0;
    return next();
  }

  /** Reads as little as possible, for whoever asks often. */
  private boolean beginsAFrame(long at) throws IOException {
    byte[] magic = new byte[4];
    return at + FRAME_HEADER_BYTES <= size
        && file.read(ByteBuffer.wrap(magic), at) == magic.length
        && SegmentFormat.intAt(magic, 0) == SegmentFormat.FRAME_MAGIC;
  }

  /** Whether only zeros stand behind the last right frame, as the file is now. */
  boolean isBlankBehind() throws IOException {
    long at = SegmentFormat.nextStart(end);
    while (at < size) {
      int length = (int) Math.min(CHUNK_BYTES, size - at);
      filled = 0;
      if (!load(at, length)) {
        return false;
      }
      if (!SegmentFormat.isZero(bytes, offset(at), offset(at) + length)) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /** Whether a whole, right frame starts at an offset; then {@link #view} shows it. */
  boolean isRight(long at) throws IOException {
    return load(at, FRAME_HEADER_BYTES)
        && pointed(at).headerIsRight()
        && load(at, view.wholeBytes())
        && pointed(at).payloadIsRight();
  }

  /** Proves the frame that {@link #isRight} has found by the segment's key, and decrypts it. */
  boolean open(long at) throws IOException {
    FrameSeal proof = seal();
    return proof != null && proof.open(view, at);
  }

  /**
   * Like {@link #open}, for whoever saves what can be saved: frames behind a header that is not
   * right may be those of an unprotected segment. What was encrypted or signed does not look like
   * events; without the header's salt it is lost.
   */
  boolean openBehindAnyHeader(long at) throws IOException {
    return seal() == null ? !keys.areDemanded() && view.holdsEvents() : open(at);
  }

  FrameView view() {
    return view;
  }

  /** Where the frame in {@link #view}, or the one that is not there, starts. */
  long start() {
    return start;
  }

  /** Where the last right frame ends, padding included. */
  long end() {
    return end;
  }

  long size() {
    return size;
  }

  /** Makes bytes readable; false when the file ends before. */
  boolean load(long at, int length) throws IOException {
    if (at + length > size) {
      return false;
    }
    if (at >= bytesAt && at + length <= bytesAt + filled) {
      return true;
    }
    boolean goesOn = filled > 0 && at >= bytesAt && at <= bytesAt + filled;
    int wanted =
        goesOn ? Math.min(Math.min(bytes.length, CHUNK_BYTES) * GROWTH, CHUNK_BYTES) : FIRST_BYTES;
    if (Math.max(length, wanted) > bytes.length) {
      bytes = new byte[0]; // the old array goes before the larger one comes
      bytes = new byte[Math.max(length, wanted)];
    }
    bytesAt = at;
    filled = 0;
    while (filled < length) {
      int read = file.read(ByteBuffer.wrap(bytes, filled, bytes.length - filled), at + filled);
      if (read < 0) {
        return false;
      }
      filled += read;
    }
    return true;
  }

  byte[] array() {
    return bytes;
  }

  /** Where a loaded file offset lies in {@link #array}. */
  int offset(long at) {
    return (int) (at - bytesAt);
  }

  private FrameView pointed(long at) {
    view.point(bytes, offset(at));
    return view;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
