package scriptorium.persistence.segment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import scriptorium.keys.Protection;

/**
 * Reads a store's folder without claiming or locking it, and changes nothing: for looking into a
 * store, and for checkers. Thread-safe.
 *
 * <p>While a writer lives its newest frame may not be confirmed yet and, after a take-over, not
 * count: who acts on what is read here must leave out the last frame, and a newest epoch of one
 * frame altogether.
 */
public final class SegmentReader {
  private final Path folder;
  private final LogFiles files;
  private final SegmentKeys keys;

  private SegmentReader(Path folder, LogFiles files, Protection protection) {
    this.folder = folder;
    this.files = files;
    this.keys = new SegmentKeys(protection);
  }

  /** A reader of {@code DIR/<store>/}, of which no segment is encrypted or signed. */
  public static SegmentReader of(Path folder) {
    return of(folder, Protection.NONE);
  }

  /** A reader of {@code DIR/<store>/}. Keys are asked for when a segment needs them, once each. */
  public static SegmentReader of(Path folder, Protection protection) {
    return new SegmentReader(folder, LogFiles.disk(), protection);
  }

  /**
   * What a folder holds.
   *
   * @param persistenceId whose log it is; empty when there is none yet
   * @param end its last frame, which holds the highest number ever given out
   * @param deletedTo events up to this number are deleted
   * @param newestEpoch claimed by anybody, whether or not it counts
   * @param sealed closed in order
   * @param torn what the next writer will declare void
   * @param segments those that are left, oldest first
   */
  public record Contents(
      String persistenceId,
      ChainEnd end,
      long deletedTo,
      long newestEpoch,
      boolean sealed,
      Optional<TornTail> torn,
      List<SegmentName> segments) {}

  /**
   * Shows every frame that counts, in order, deleted ones that are still on the disk included.
   *
   * @throws DamagedJournalException when acknowledged events cannot be read
   * @throws JournalKeyException when a segment's key is missing or another one
   */
  public Contents read(FrameVisitor visitor) {
    return readFrom(0, visitor);
  }

  /**
   * Shows the frames from the one that holds an event on, in order. What lies before it is neither
   * read nor proved.
   *
   * @throws DamagedJournalException when acknowledged events from there on cannot be read
   */
  public Contents readFrom(long number, FrameVisitor visitor) {
    OnceOnly once = new OnceOnly(visitor);
    return contents(reader -> reader.readFrom(number, once));
  }

  /**
   * What the folder holds by the beginnings of its segments and the frames of the last one: quick
   * however large the log is. The other frames are not proved.
   *
   * @throws DamagedJournalException when a segment is missing, or its beginning or the end of the
   *     log is not right
   */
  public Contents look() {
    return contents(reader -> reader.read(FrameVisitor.NONE, 0));
  }

  private interface Reading {
    Chain by(ChainReader reader) throws IOException;
  }

  private Contents contents(Reading reading) {
    try {
      Chain chain = reading.by(new ChainReader(folder, files, keys));
      return new Contents(
          chain.persistenceId(),
          chain.end(),
          chain.deletedTo(),
          EpochMarkers.newest(files.list(folder)),
          chain.sealed(),
          chain.tornTail(),
          chain.spans().stream().map(SegmentSpan::name).toList());
    } catch (IOException e) {
      throw new UncheckedIOException("reading failed: folder=" + folder, e);
    }
  }

  /**
   * Shows the events that are not deleted, in order.
   *
   * @throws DamagedJournalException when they cannot be read
   */
  public Contents readEvents(long fromNumber, long toNumber, FrameView.EventConsumer consumer) {
    long from = Math.max(fromNumber, look().deletedTo() + 1);
    return readFrom(from, (segment, offset, frame) -> frame.events(from, toNumber, consumer));
  }

  /**
   * How a segment is protected, by its header; needs no key and proves nothing. Empty when it has
   * no whole header, or went meanwhile.
   */
  public Optional<SegmentProtection> protectionOf(SegmentName segment) {
    Path file = folder.resolve(segment.fileName());
    try (FrameScanner scanner = new FrameScanner(files, file, keys)) {
      return scanner.unprovedHeader().map(header -> header.mark().protection());
    } catch (NoSuchFileException deletedMeanwhile) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("reading failed: file=" + file, e);
    }
  }

  /** Leaves out what an earlier attempt has shown. */
  private static final class OnceOnly implements FrameVisitor {
    private final FrameVisitor visitor;
    private SegmentName lastSegment = new SegmentName(1, 0);
    private long lastOffset;

    OnceOnly(FrameVisitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void frame(SegmentName segment, long offset, FrameView frame) {
      int order = segment.compareTo(lastSegment);
      if (order > 0 || (order == 0 && offset > lastOffset)) {
        visitor.frame(segment, offset, frame);
        lastSegment = segment;
        lastOffset = offset;
      }
    }
  }
}
