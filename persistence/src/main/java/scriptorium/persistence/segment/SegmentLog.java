package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of one store: groups of events in a folder, each durable and confirmed when {@link
 * #append} returns. {@link #open} claims it; from then on any earlier writer is fenced, and this
 * one is as soon as somebody else claims.
 *
 * <p>Invariants: {@code end} is the last frame that was forced and then confirmed by the check that
 * no newer epoch is claimed; nothing is written after it before that check; {@code frames} is the
 * number of frames of this epoch up to it; {@code deletedTo <= end.number()}.
 *
 * <p>Belongs to one thread, never interrupted; {@link #checkNewest} and {@link #epoch} may be
 * called from any.
 *
 * <pre>{@code
 * try (SegmentLog log = SegmentLog.open(folder, request)) {
 *   log.replay(1, Long.MAX_VALUE, Long.MAX_VALUE, (number, bytes, offset, length) -> …);
 *   log.append(group, log.highestSequenceNumber() + 1);
 * }
 * }</pre>
 */
public final class SegmentLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentLog.class);

  /** What a log can be in. */
  enum State {
    /** Takes groups. */
    OPEN,
    /** A write or force failed: the outcome of the last group is unknown until it is reopened. */
    FAILED,
    /** Somebody else claimed: nothing is written any more. */
    FENCED,
    /** Sealed, or given up. */
    CLOSED
  }

  private final Path folder;
  private final LogFiles.Hold lock;
  private final EpochMarkers markers;
  private final NextMarker nextMarker;
  private final SegmentWriter writer;
  private final LiveSegments segments;
  private final EventGroup small = new EventGroup();
  private final long epoch;
  private ChainEnd end;
  private long frames;
  private long deletedTo;
  private FrameKind last = FrameKind.OPENING;
  private LogMetrics metrics = LogMetrics.timeless();
  private volatile State state = State.OPEN;
  private volatile @Nullable Throwable firstFailure;

  /** Made by {@link EpochClaim} with its segment 0 in place; the opening frame comes next. */
  SegmentLog(
      Path folder,
      LogFiles files,
      LogFiles.Hold lock,
      long epoch,
      NextMarker nextMarker,
      SegmentWriter writer,
      List<SegmentSpan> before,
      ChainEnd end,
      long deletedTo) {
    this.folder = folder;
    this.lock = lock;
    this.epoch = epoch;
    this.writer = writer;
    this.markers = new EpochMarkers(folder, files);
    this.nextMarker = nextMarker;
    this.segments = new LiveSegments(folder, files, writer.keys(), before);
    this.end = end;
    this.deletedTo = deletedTo;
    segments.began(writer.header());
  }

  /**
   * Opens a folder, which is made if need be, recovers what is in it and claims the next epoch.
   *
   * @throws FencedWriterException when somebody else claimed meanwhile
   * @throws DamagedJournalException when acknowledged events cannot be read; nothing was changed
   * @throws UnusableFolderException when the folder is held by another process or no folder
   * @throws JournalFullException when there is no room to begin an epoch
   */
  public static SegmentLog open(Path folder, OpenRequest request) {
    return EpochClaim.open(folder, request);
  }

  /** Counts there from now on. */
  void countIn(LogMetrics other) {
    metrics = other;
  }

  /**
   * From now on the file of the next segment is made by the executor, while there is room in the
   * present one, so that no group waits for it. Without this the group makes it that needs it.
   */
  void makeSegmentsAhead(Executor executor) {
    writer.makeAhead(executor);
  }

  /** Writes what {@link EpochClaim} says about the predecessor. */
  void writeOpening(OpeningFrame opening) {
    small.begin(FrameKind.OPENING);
    small.putBytes(opening.encode());
    write(small);
  }

  /**
   * Appends a group as one frame. Returns when it is durable and this is still the newest epoch:
   * only then may anybody be told.
   *
   * @param firstNumber of its first event: the highest number + 1
   * @throws RefusedSequenceException when it does not follow; nothing was written
   * @throws JournalFullException when there is no room; nothing was written, try again later
   * @throws FencedWriterException when somebody else claimed; the group does not count
   * @throws FailedLogException when the outcome is unknown; the log must be reopened
   */
  public void append(EventGroup group, long firstNumber) {
    requireOpen();
    if (group.count() == 0 || group.kind() != FrameKind.EVENTS) {
      throw new IllegalArgumentException("a group without events");
    }
    if (firstNumber != end.number() + 1) {
      throw new RefusedSequenceException(
          "group out of order: folder=%s sequenceNumber=%d expected=%d; not written"
              .formatted(folder, firstNumber, end.number() + 1));
    }
    write(group);
  }

  /**
   * Confirms the last frame to readers while there is nothing to write. Does nothing when that was
   * done, so it costs one force after work and none later.
   */
  public void markIdle() {
    requireOpen();
    if (last != FrameKind.IDLE) {
      small.begin(FrameKind.IDLE);
      write(small);
    }
  }

  /**
   * Deletes events. The mark is durable first; then whole segments without any other event go.
   *
   * @param number the last to delete; above the highest: all
   */
  public void deleteTo(long number) {
    requireOpen();
    long to = Math.min(number, end.number());
    if (to > deletedTo) {
      small.begin(FrameKind.DELETE);
      small.putInt64(to);
      write(small);
      deletedTo = to;
    }
    segments.unlinkDeleted(deletedTo, this::checkNewest);
  }

  private void write(EventGroup group) {
    try {
      makeRoom(group.payloadBytes());
      EventGroup frame =
          writer.seal(group, new FrameHead(group.kind(), group.count(), epoch, frames, end));
      long hash = frame.stamp(epoch, frames, writer.place(), end);
      writer.write(frame);
      force();
      checkNewest();
      long offset = writer.advance(frame);
      end = new ChainEnd(epoch, writer.name().index(), offset, end.number() + group.count(), hash);
      frames++;
      last = group.kind();
      segments.reached(end);
      metrics.wrote(frame);
    } catch (IOException e) {
      if (!JournalFullException.isNoRoom(e)) {
        throw failed("write", e);
      }
      throw noRoom(group, e);
    } catch (Error e) {
      // Of the machine, no memory for example. The frame may be whole, and a successor may have
      // named it by now: it must not be overwritten by the next one, not even by a seal.
      firstFailure = e;
      state = State.FAILED;
      throw e;
    }
  }

  private JournalFullException noRoom(EventGroup group, IOException cause) {
    boolean forSegment = writer.isFullFor(group.payloadBytes());
    SegmentName file = forSegment ? writer.name().next() : writer.name();
    long bytes = forSegment ? writer.smallestNextBytes(group.payloadBytes()) : group.frameBytes();
    return new JournalFullException(
        "no room on the disk: file=%s neededBytes=%d lastSequenceNumber=%d; not written, the same write succeeds once there is room"
            .formatted(folder.resolve(file.fileName()), bytes, end.number()),
        cause);
  }

  private void makeRoom(int payloadBytes) throws IOException {
    writer.cleanUp();
    if (!writer.needsNext(payloadBytes, frames)) {
      return;
    }
    try {
      roll(writer.nextSegmentBytes(payloadBytes));
    } catch (IOException e) {
      // Not the usual size, but what is free: a mark that events are deleted makes room.
      if (!JournalFullException.isNoRoom(e)) {
        throw e;
      }
      roll(writer.smallestNextBytes(payloadBytes));
    }
    segments.began(writer.header());
  }

  private void roll(long segmentBytes) throws IOException {
    writer.roll(
        new SegmentHeader(
            writer.name().next(), segmentBytes, end.number() + 1, end.hash(), frames, deletedTo));
  }

  /** After a failed force the kernel may have dropped the bytes and forgotten the error. */
  private void force() {
    long began = metrics.now();
    try {
      writer.force();
      metrics.forced(began);
    } catch (IOException e) {
      throw failed("force", e);
    }
  }

  private RuntimeException failed(String what, IOException cause) {
    if (markers.isNewerThan(epoch)) {
      // What it writes to may have been deleted by now: there is nothing to reopen it for.
      return fenced(
          "fenced: folder=%s epoch=%d, and its %s failed".formatted(folder, epoch, what), cause);
    }
    state = State.FAILED;
    firstFailure = cause;
    return new FailedLogException(
        "%s failed: folder=%s file=%s lastSequenceNumber=%d; the outcome of the next group is unknown until the log is reopened"
            .formatted(what, folder, writer.name().fileName(), end.number()),
        cause);
  }

  /**
   * Returns when this is still the newest epoch. Goes before everything that has an effect outside:
   * acknowledging, deleting, saving a snapshot. About a microsecond; any thread.
   *
   * @throws FencedWriterException when it is not, or that cannot be told
   */
  public void checkNewest() {
    Throwable before = firstFailure;
    if (state == State.FENCED && before != null) {
      throw new FencedWriterException(String.valueOf(before.getMessage()), before);
    }
    if (!isNewest()) {
      throw fenced(
          "fenced: folder=%s epoch=%d but %s exists; this writer stops for good"
              .formatted(folder, epoch, nextMarker.name()),
          null);
    }
  }

  /** Who cannot tell must stop like who is fenced, but says so: nobody need be the writer now. */
  private boolean isNewest() {
    try {
      return nextMarker.isAbsent();
    } catch (IOException e) {
      throw fenced(
          "cannot tell whether another process claimed: folder=%s epoch=%d file=%s: %s; this writer stops for good. Mend the folder or the disk, then start it again"
              .formatted(folder, epoch, nextMarker.name(), e),
          e);
    }
  }

  private FencedWriterException fenced(String message, @Nullable IOException cause) {
    FencedWriterException fenced = new FencedWriterException(message, cause);
    firstFailure = fenced;
    state = State.FENCED;
    return fenced;
  }

  /**
   * Passes on events in order, at most {@code limit}.
   *
   * @throws DamagedJournalException when they cannot be read; those before it were passed on
   */
  public void replay(long fromNumber, long toNumber, long limit, FrameView.EventConsumer consumer) {
    if (state == State.CLOSED) {
      throw new IllegalStateException("log is closed: folder=" + folder);
    }
    long from = Math.max(fromNumber, deletedTo + 1);
    long to = Math.min(toNumber, end.number());
    if (limit > 0 && from <= to) {
      long last = limit - 1 < to - from ? from + limit - 1 : to;
      long began = metrics.now();
      segments.replay(from, last, consumer);
      metrics.replayed(last - from + 1, began);
    }
  }

  private void requireOpen() {
    switch (state) {
      case OPEN -> {}
      case FENCED -> checkNewest();
      case FAILED ->
          throw new FailedLogException(
              "log failed before: folder=" + folder + "; reopen it", firstFailure);
      case CLOSED -> throw new IllegalStateException("log is closed: folder=" + folder);
    }
  }

  /** The last number given out, whatever was deleted; 0: none. */
  public long highestSequenceNumber() {
    return end.number();
  }

  /** Events up to this number are deleted; 0: none. */
  public long deletedTo() {
    return deletedTo;
  }

  /** The last confirmed frame. */
  public ChainEnd end() {
    return end;
  }

  public long epoch() {
    return epoch;
  }

  public Path folder() {
    return folder;
  }

  /** Whether it takes groups: not failed, fenced or closed. */
  public boolean isOpen() {
    return state == State.OPEN;
  }

  /** Seals the epoch when it is in order, and lets go of the folder. */
  @Override
  public void close() {
    if (state == State.CLOSED) {
      return;
    }
    try {
      if (state == State.OPEN) {
        small.begin(FrameKind.SEAL);
        write(small);
      }
    } catch (FencedWriterException | FailedLogException | JournalFullException e) {
      LOG.warn("closed without a seal: folder={} reason={}", folder, e.getMessage());
    } finally {
      release();
    }
  }

  /** Lets go without a seal, as a crash would. */
  void release() {
    state = State.CLOSED;
    try {
      writer.close();
    } catch (IOException e) {
      LOG.warn("closing a segment failed: folder={}", folder, e);
    } finally {
      lock.close();
    }
  }
}
