package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A store's log and its folder, with verbs. Locks are shared, so that two can meet in one JVM. */
final class LogFixture {
  static final SegmentLogSettings SMALL = new SegmentLogSettings(4096, 16_384, LockMode.SHARED);

  final Path folder;
  LogFiles files = LogFiles.disk();
  SegmentLogSettings settings = SMALL;
  long ownEpoch;
  long snapshotNumber;

  LogFixture(Path folder) {
    this.folder = folder;
  }

  SegmentLog open() {
    return SegmentLog.open(folder, request());
  }

  OpenRequest request() {
    Claimant claimant = new Claimant("test", ProcessHandle.current().pid(), Instant.EPOCH);
    return OpenRequest.of("orders", claimant, settings)
        .on(files)
        .after(ownEpoch)
        .withSnapshotAt(snapshotNumber);
  }

  static EventGroup group(String... events) {
    EventGroup group = new EventGroup();
    group.begin();
    for (String event : events) {
      group.beginEvent();
      group.putBytes(event.getBytes(UTF_8));
      group.endEvent();
    }
    return group;
  }

  static void append(SegmentLog log, String... events) {
    log.append(group(events), log.highestSequenceNumber() + 1);
  }

  /** Appends events named by their numbers, one a group. */
  static void appendNumbered(SegmentLog log, int count) {
    for (int i = 0; i < count; i++) {
      append(log, "event-" + (log.highestSequenceNumber() + 1));
    }
  }

  static List<String> events(SegmentLog log) {
    return events(log, 1, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  static List<String> events(SegmentLog log, long from, long to, long limit) {
    List<String> events = new ArrayList<>();
    log.replay(
        from,
        to,
        limit,
        (number, bytes, offset, length) ->
            events.add(number + "=" + new String(bytes, offset, length, UTF_8)));
    return events;
  }

  static List<String> numbered(int from, int to) {
    List<String> events = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      events.add(i + "=event-" + i);
    }
    return events;
  }

  /** Opens, looks, gives up again without a seal. */
  List<String> recover() {
    SegmentLog log = open();
    List<String> events = events(log);
    log.release();
    return events;
  }

  /** Every file but LOCK, with its bytes. */
  Map<String, String> contents() {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> paths = Files.list(folder)) {
      for (Path path : paths.toList()) {
        if (!path.endsWith("LOCK")) {
          contents.put(
              path.getFileName().toString(), HexFormat.of().formatHex(Files.readAllBytes(path)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return contents;
  }

  List<String> segmentFiles() {
    return contents().keySet().stream().filter(name -> name.startsWith("segment-")).toList();
  }

  Path file(long epoch, long index) {
    return folder.resolve(new SegmentName(epoch, index).fileName());
  }

  byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void overwrite(Path file, long offset, byte[] bytes) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(bytes), offset);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void flip(Path file, long offset) {
    overwrite(file, offset, new byte[] {(byte) (read(file)[(int) offset] ^ 0x5A)});
  }

  void zero(Path file, long from, long to) {
    overwrite(file, from, new byte[(int) (to - from)]);
  }

  /** Copies the folder's files, so that a case can start from the same bytes again. */
  LogFixture copyTo(Path target) {
    try {
      Files.createDirectories(target);
      try (Stream<Path> paths = Files.list(folder)) {
        for (Path path : paths.toList()) {
          Files.copy(path, target.resolve(path.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    LogFixture copy = new LogFixture(target);
    copy.settings = settings;
    copy.files = files;
    return copy;
  }

  /** Start offsets of the frames of a segment. */
  List<Long> frameStarts(long epoch, long index) {
    List<Long> starts = new ArrayList<>();
    try (FrameScanner scanner =
        new FrameScanner(
            LogFiles.disk(), file(epoch, index), new SegmentKeys(settings.protection()))) {
      while (scanner.next()) {
        starts.add(scanner.start());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return starts;
  }

  /** The message must hold each part. */
  static void expectMessage(Throwable failure, Object... parts) {
    String message = String.valueOf(failure.getMessage());
    for (Object part : parts) {
      assertTrue(message.contains(part.toString()), "no \"" + part + "\" in: " + message);
    }
  }

  static byte[] slice(byte[] bytes, long from, long to) {
    return Arrays.copyOfRange(bytes, (int) from, (int) to);
  }
}
