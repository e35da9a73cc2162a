package scriptorium.drills.inspect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import scriptorium.drills.inspect.StoreContents.Epoch;
import scriptorium.drills.inspect.StoreContents.Journal;
import scriptorium.drills.inspect.StoreContents.SchemaChange;
import scriptorium.drills.inspect.StoreContents.Segment;
import scriptorium.drills.inspect.StoreContents.SegmentState;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.codec.CorruptEventException;
import scriptorium.persistence.segment.DamagedJournalException;
import scriptorium.persistence.segment.FrameView;
import scriptorium.persistence.segment.SegmentName;
import scriptorium.persistence.segment.SegmentProtection;
import scriptorium.persistence.segment.SegmentReader;

/**
 * Reads a journal once, frame by frame. Checksums, hashes and continuity are proved by the reading
 * itself; what events say, where it is asked for. Used once.
 */
final class JournalSurvey {

  /** Kinds of events that are looked into even when nothing is to be verified. */
  private static final Set<String> ALWAYS_DECODED = Set.of("S", "E");

  private final Path folder;
  private final SegmentReader reader;
  private final boolean decodesAll;
  private final PartOrder parts = new PartOrder();
  private final NavigableMap<SegmentName, Extent> extents = new TreeMap<>();
  private final Map<Long, Long> startedAt = new TreeMap<>();
  private final List<SchemaChange> schemaChanges = new ArrayList<>();
  private long firstNumber;
  private long lastNumber;

  /** What frames of a segment hold. */
  private static final class Extent {
    private long usedBytes;
    private long frames;
    private long events;
    private long firstNumber;
    private long lastNumber;
  }

  /** What was read, and what ended the reading. */
  record Result(String persistenceId, Journal journal, Optional<String> damage) {}

  JournalSurvey(Path folder, SegmentReader reader, boolean decodesAll) {
    this.folder = folder;
    this.reader = reader;
    this.decodesAll = decodesAll;
  }

  Result run() throws IOException {
    try {
      SegmentReader.Contents contents = reader.read(this::frame);
      return new Result(contents.persistenceId(), journal(contents), Optional.empty());
    } catch (DamagedJournalException | DamageFoundException e) {
      Journal readable =
          new Journal(
              firstNumber,
              lastNumber,
              0,
              false,
              Optional.empty(),
              segments(SegmentState.UNREAD, extents.keySet(), 0),
              epochs(),
              schemaChanges);
      return new Result("", readable, Optional.ofNullable(e.getMessage()));
    }
  }

  private void frame(SegmentName segment, long offset, FrameView frame) {
    Extent extent = extents.computeIfAbsent(segment, name -> new Extent());
    extent.frames++;
    extent.usedBytes = offset + frame.wholeBytes();
    if (frame.count() > 0) {
      extent.firstNumber = extent.events == 0 ? frame.firstNumber() : extent.firstNumber;
      extent.events += frame.count();
      extent.lastNumber = frame.firstNumber() + frame.count() - 1;
      firstNumber = firstNumber == 0 ? frame.firstNumber() : firstNumber;
      lastNumber = extent.lastNumber;
      long payloadOffset = offset + FrameView.HEADER_BYTES;
      events(segment, payloadOffset, frame);
    }
  }

  private void events(SegmentName segment, long payloadOffset, FrameView frame) {
    long[] at = {payloadOffset};
    try {
      frame.events(
          0,
          Long.MAX_VALUE,
          (number, array, offset, length) -> {
            at[0] = payloadOffset + offset - frame.payloadOffset();
            event(number, segment.epoch(), JournaledEvent.read(array, offset, length));
          });
    } catch (CorruptEventException | IllegalArgumentException e) {
      throw DamageFoundException.at(
          folder.resolve(segment.fileName()), at[0], String.valueOf(e.getMessage()), e);
    }
  }

  private void event(long number, long epoch, JournaledEvent journaled) {
    if (!decodesAll && !ALWAYS_DECODED.contains(journaled.manifest())) {
      return;
    }
    JournalEvent event = journaled.decoded();
    if (decodesAll) {
      parts.next(number, event);
    }
    if (event instanceof EpochStarted) {
      startedAt.putIfAbsent(epoch, number);
    } else if (event instanceof SchemaChanged changed) {
      schemaChanges.add(
          new SchemaChange(
              number,
              changed.time(),
              changed.name(),
              changed.version(),
              (int)
                  changed.steps().stream()
                      .filter(step -> step instanceof SchemaChanged.Step.Statement)
                      .count()));
    }
  }

  private Journal journal(SegmentReader.Contents contents) throws IOException {
    long deletedTo = contents.deletedTo();
    long first = Math.max(firstNumber, deletedTo + 1);
    long last = contents.end().number();
    return new Journal(
        last > deletedTo ? first : 0,
        last,
        deletedTo,
        contents.sealed(),
        contents.torn(),
        segments(SegmentState.VOID, new HashSet<>(contents.segments()), deletedTo),
        epochs(),
        schemaChanges.stream().filter(change -> change.number() > deletedTo).toList());
  }

  private List<Segment> segments(SegmentState others, Set<SegmentName> live, long deletedTo)
      throws IOException {
    List<Segment> segments = new ArrayList<>();
    for (String fileName : names()) {
      Optional<SegmentName> name = SegmentName.parse(fileName);
      if (name.isPresent()) {
        Extent extent = extents.getOrDefault(name.get(), new Extent());
        segments.add(
            new Segment(
                name.get(),
                bytes(folder.resolve(fileName)),
                extent.usedBytes,
                extent.frames,
                extent.events,
                extent.firstNumber,
                extent.lastNumber,
                state(live.contains(name.get()), others, extent, deletedTo),
                reader.protectionOf(name.get()).map(SegmentProtection::toString).orElse("")));
      }
    }
    return segments;
  }

  private static SegmentState state(
      boolean isLive, SegmentState others, Extent extent, long deletedTo) {
    if (!isLive) {
      return others;
    }
    return extent.events > 0 && extent.lastNumber <= deletedTo
        ? SegmentState.DELETED
        : SegmentState.LIVE;
  }

  /** A segment that goes while somebody looks is as good as gone. */
  private static long bytes(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException deletedMeanwhile) {
      return 0;
    }
  }

  private List<Epoch> epochs() throws IOException {
    Set<Long> counting = new HashSet<>();
    extents.keySet().forEach(name -> counting.add(name.epoch()));
    List<Epoch> epochs = new ArrayList<>();
    for (String name : names()) {
      EpochMarkerFile.read(folder, name)
          .ifPresent(
              marker ->
                  epochs.add(
                      new Epoch(
                          marker.epoch(),
                          marker.text("time"),
                          marker.text("node"),
                          marker.text("pid"),
                          counting.contains(marker.epoch()),
                          startedAt.getOrDefault(marker.epoch(), 0L))));
    }
    return epochs;
  }

  /** In the order of epochs and indexes, as the names are padded. */
  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
