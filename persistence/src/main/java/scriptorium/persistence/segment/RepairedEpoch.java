package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.SEGMENT_HEADER_BYTES;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The epoch of a repair: one segment with its opening frame, the events that are kept by being
 * written anew, and a seal. It gets its name when it is complete and forced, so that a repair that
 * ends in its middle has changed nothing.
 */
final class RepairedEpoch {
  private final Path folder;
  private final LogFiles files;
  private final FrameSeal frameSeal;
  private final long epoch;
  private final RepairPlan plan;
  private long place = SEGMENT_HEADER_BYTES;
  private long frames;
  private ChainEnd end;

  RepairedEpoch(Path folder, LogFiles files, SegmentKeys keys, long epoch, RepairPlan plan) {
    this.folder = folder;
    this.files = files;
    this.frameSeal = keys.forNew(new SegmentName(epoch, 0));
    this.epoch = epoch;
    this.plan = plan;
    ChainEnd before = plan.end();
    this.end =
        new ChainEnd(
            before.epoch(),
            before.segment(),
            before.offset(),
            plan.rewrittenFrom() - 1,
            before.hash());
  }

  void write(List<OpeningFrame.VoidPlace> voids, SalvageScan scan) throws IOException {
    Path unnamed = TemporaryFiles.fresh(folder, epoch);
    try {
      try (LogFile file = files.create(unnamed)) {
        SegmentName name = new SegmentName(epoch, 0);
        ChainEnd start = end;
        long deletedTo = plan.deletedTo();
        write(file, opening(voids, deletedTo));
        scan.showKept(plan, (segment, offset, frame) -> write(file, again(frame)));
        EventGroup seal = new EventGroup();
        seal.begin(FrameKind.SEAL);
        write(file, seal);
        fillUp(file, place);
        file.write(
            ByteBuffer.wrap(
                new SegmentHeader(name, place, start.number() + 1, start.hash(), 0, deletedTo)
                    .marked(frameSeal.mark())
                    .encode(frameSeal)),
            0);
        file.force();
        files.link(folder.resolve(name.fileName()), unnamed);
      }
    } finally {
      files.delete(unnamed);
    }
    files.forceFolder(folder);
  }

  private EventGroup opening(List<OpeningFrame.VoidPlace> voids, long deletedTo) {
    EventGroup group = new EventGroup();
    group.begin(FrameKind.OPENING);
    group.putBytes(new OpeningFrame(plan.end(), deletedTo, plan.persistenceId(), voids).encode());
    return group;
  }

  private static EventGroup again(FrameView frame) {
    EventGroup group = new EventGroup();
    group.begin();
    frame.events(
        0,
        Long.MAX_VALUE,
        (number, array, offset, length) -> {
          byte[] event = new byte[length];
          System.arraycopy(array, offset, event, 0, length);
          group.beginEvent();
          group.putBytes(event);
          group.endEvent();
        });
    return group;
  }

  private void write(LogFile file, EventGroup group) throws IOException {
    EventGroup frame =
        frameSeal.seal(
            group, new FrameHead(group.kind(), group.count(), epoch, frames, end), place);
    long hash = frame.stamp(epoch, frames, place, end);
    frame.writeTo(file, place);
    long frameEnd = SegmentFormat.end(place, frame.payloadBytes());
    end = new ChainEnd(epoch, 0, frameEnd, end.number() + group.count(), hash);
    frames++;
    place = SegmentFormat.nextStart(frameEnd);
  }

  /** So that the file is as long as its header says. */
  private static void fillUp(LogFile file, long to) throws IOException {
    if (file.size() < to) {
      file.write(ByteBuffer.allocate((int) (to - file.size())), file.size());
    }
  }
}
