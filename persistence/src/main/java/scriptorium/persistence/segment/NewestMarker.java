package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the newest marker says. Who is the writer is told by its name alone; its lines are for
 * people, for programs of a later format, and for noticing a clock that went back.
 */
final class NewestMarker {
  private static final Logger LOG = LoggerFactory.getLogger(NewestMarker.class);
  private static final int FORMAT = 1;
  private static final int MOST_BYTES = 4 << 10;

  private NewestMarker() {}

  /**
   * @throws UnsupportedSegmentException when a newer program made it
   */
  static void check(Path folder, LogFiles files, Collection<String> names, Claimant claimant)
      throws IOException {
    Path file = new EpochMarkers(folder, files).file(EpochMarkers.newest(names));
    if (!names.contains(file.getFileName().toString())) {
      return;
    }
    String text = read(files, file);
    int format = line(text, "format").map(NewestMarker::number).orElse(FORMAT);
    if (format > FORMAT) {
      throw new UnsupportedSegmentException(
          "marker of another format: file=%s format=%d expected=%d; use the program version that wrote it"
              .formatted(file, format, FORMAT));
    }
    Optional<Instant> before = line(text, "time").flatMap(NewestMarker::time);
    if (before.isPresent() && claimant.time().isBefore(before.get())) {
      LOG.warn(
          "the clock went back: {} was made at {}, now it is {}. The journal goes by numbers and is not harmed; set the clock",
          file,
          before.get(),
          claimant.time());
    }
  }

  private static String read(LogFiles files, Path file) throws IOException {
    try (LogFile marker = files.openToRead(file)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MOST_BYTES, marker.size()));
      while (bytes.hasRemaining() && marker.read(bytes, bytes.position()) >= 0) {}
      return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }
  }

  private static Optional<String> line(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst();
  }

  /** A marker that was damaged says nothing. */
  private static int number(String digits) {
    return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : FORMAT;
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException damaged) {
      return Optional.empty();
    }
  }
}
