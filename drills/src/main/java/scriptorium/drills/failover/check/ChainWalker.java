package scriptorium.drills.failover.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Walks the frames of the chain, epoch by epoch, oldest first.
 *
 * <p>Invariants: {@code hash} and {@code next} are what the last walked frame left; each frame's
 * previous hash, first number and counter continue them, so a frame that is missing, doubled or
 * foreign is found. {@code deletedTo} never falls.
 */
final class ChainWalker {

  private final JournalFiles.Visitor visitor;
  private boolean started;
  private long hash;
  private long next;
  private long counter;
  private long firstNumber;
  private long deletedTo;
  private long missingTo;
  private long frames;
  private int lastKind;

  ChainWalker(JournalFiles.Visitor visitor) {
    this.visitor = visitor;
  }

  /**
   * At the end of the walk: whatever segments or epochs are missing, some frame says that they were
   * deleted. It may stand behind them, and behind what is left of their epoch.
   *
   * @param missing events up to this number precede what was walked
   */
  void requireDeleted(long missing) throws DamagedJournalException {
    long last = Math.max(missing, missingTo);
    if (last > deletedTo) {
      throw new DamagedJournalException(
          "journal damaged: events up to "
              + last
              + " are missing, but only those up to "
              + deletedTo
              + " were deleted");
    }
  }

  void walk(ChainedEpoch epoch) throws IOException {
    begin(epoch);
    boolean ended = false;
    for (Map.Entry<Long, Path> entry : epoch.segments().entrySet()) {
      if (ended || epoch.isBehindEnd(entry.getKey())) {
        break;
      }
      Optional<SegmentFile> segment = SegmentFile.read(entry.getValue());
      if (segment.isEmpty()) {
        break; // Was being made when its writer died: holds no frame. Checked below.
      }
      ended = walk(epoch, segment.get());
    }
    requireNamedEnd(epoch);
  }

  private void begin(ChainedEpoch epoch) throws DamagedJournalException {
    Frame.Predecessor before = epoch.opening().predecessor();
    deletedTo = Math.max(deletedTo, before.deletedTo());
    if (!started) {
      started = true;
      hash = before.hash();
      next = before.lastNumber() + 1;
      firstNumber = next;
    } else if (before.hash() != hash || before.lastNumber() != next - 1) {
      throw new DamagedJournalException(
          "journal damaged: epoch="
              + epoch.epoch()
              + " names lastNumber="
              + before.lastNumber()
              + " as its predecessor's end, found="
              + (next - 1)
              + (before.hash() == hash ? "" : " with another hash"));
    }
    counter = 0;
  }

  /** Walks one segment; true when the epoch's named end was reached in it. */
  private boolean walk(ChainedEpoch epoch, SegmentFile segment) throws IOException {
    enter(epoch, segment);
    long at = SegmentFile.HEADER_BYTES;
    long end = at;
    while (true) {
      Optional<Frame> frame = segment.frameAt(at);
      if (frame.isEmpty()) {
        // Behind the last frame lies nothing, or something was lost there.
        requireZeros(segment, end, Long.MAX_VALUE);
        return false;
      }
      take(segment, frame.get());
      end = frame.get().end();
      if (epoch.endsAt(segment.index(), end)) {
        return true;
      }
      at = SegmentFile.startAfter(end);
      requireZeros(segment, frame.get().contentEnd(), at);
    }
  }

  private void enter(ChainedEpoch epoch, SegmentFile segment) throws DamagedJournalException {
    deletedTo = Math.max(deletedTo, segment.deletedTo());
    boolean follows =
        segment.nextNumber() == next
            && segment.chainHash() == hash
            && segment.frameCount() == counter;
    boolean behindMissing = segment.nextNumber() > next;
    if (segment.epoch() != epoch.epoch() || !(follows || behindMissing)) {
      throw segment.damaged(
          48,
          "does not follow: expected epoch="
              + epoch.epoch()
              + " nextNumber="
              + next
              + " frameCount="
              + counter
              + ", found epoch="
              + segment.epoch()
              + " nextNumber="
              + segment.nextNumber()
              + " frameCount="
              + segment.frameCount());
    }
    if (behindMissing) {
      missingTo = segment.nextNumber() - 1; // which a later frame must say is deleted
      next = segment.nextNumber();
      hash = segment.chainHash();
      counter = segment.frameCount();
      firstNumber = next;
    }
  }

  private void take(SegmentFile segment, Frame frame) throws IOException {
    if (frame.epoch() != segment.epoch()
        || frame.previousHash() != hash
        || frame.firstNumber() != next
        || frame.counter() != counter
        || (frame.kind() == Frame.EVENTS) != (frame.count() > 0)) {
      throw segment.damaged(
          frame.start(),
          "frame does not follow: expected number="
              + next
              + " counter="
              + counter
              + ", found number="
              + frame.firstNumber()
              + " counter="
              + frame.counter()
              + (frame.previousHash() == hash ? "" : " and another previous hash"));
    }
    switch (frame.kind()) {
      case Frame.EVENTS -> deliver(segment, frame);
      case Frame.DELETE -> deletedTo = Math.max(deletedTo, frame.payload().getLong(0));
      case Frame.OPENING, Frame.IDLE_MARK, Frame.SEAL -> {}
      default -> throw segment.damaged(frame.start(), "unknown kind of frame: " + frame.kind());
    }
    hash = frame.hash();
    next = frame.nextNumber();
    counter++;
    frames++;
    lastKind = frame.kind();
  }

  private void deliver(SegmentFile segment, Frame frame) throws IOException {
    ByteBuffer payload = frame.payload();
    int at = 0;
    for (int i = 0; i < frame.count(); i++) {
      int length = at + 4 > payload.capacity() ? -1 : payload.getInt(at);
      if (length < 0 || length > payload.capacity() - at - 4) {
        throw segment.damaged(frame.start(), "event " + i + " of the frame is longer than it");
      }
      visitor.event(frame.firstNumber() + i, payload.slice(at + 4, length));
      at += 4 + length;
    }
    if (at != payload.capacity()) {
      throw segment.damaged(frame.start(), "bytes after the frame's last event");
    }
  }

  private static void requireZeros(SegmentFile segment, long from, long to)
      throws DamagedJournalException {
    Optional<Long> other = segment.firstNonZero(from, to);
    if (other.isPresent()) {
      throw segment.damaged(
          other.get(), "something other than zeros behind the frame that ends at offset=" + from);
    }
  }

  private void requireNamedEnd(ChainedEpoch epoch) throws DamagedJournalException {
    if (epoch.namedEnd().isEmpty()) {
      return;
    }
    Frame.Predecessor end = epoch.namedEnd().get();
    if (end.lastNumber() >= next - 1 && !epoch.segments().containsKey(end.index())) {
      missingTo = Math.max(missingTo, end.lastNumber()); // a deletion leaves segment 0 to the last
      next = end.lastNumber() + 1;
      hash = end.hash();
      firstNumber = next;
    }
    if (end.lastNumber() != next - 1 || end.hash() != hash) {
      throw new DamagedJournalException(
          "journal damaged: epoch="
              + epoch.epoch()
              + " ends with number="
              + (next - 1)
              + ", its successor names number="
              + end.lastNumber());
    }
  }

  JournalFiles.Walk result(int epochs, int voidEpochs) {
    return new JournalFiles.Walk(
        firstNumber, next - 1, epochs, voidEpochs, frames, lastKind == Frame.SEAL);
  }
}
