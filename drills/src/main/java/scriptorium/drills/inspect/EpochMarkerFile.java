package scriptorium.drills.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A claim of the journal, as its marker tells it, for people: lines {@code key=value}.
 *
 * @param lines by key
 */
record EpochMarkerFile(long epoch, Map<String, String> lines) {

  private static final Pattern NAME = Pattern.compile("epoch-(\\d{10,18})");
  private static final int MOST_BYTES = 4096;

  EpochMarkerFile {
    lines = Map.copyOf(lines);
  }

  /** Empty for other files. What a marker says counts for nothing: its name does. */
  static Optional<EpochMarkerFile> read(Path folder, String fileName) throws IOException {
    Matcher matcher = NAME.matcher(fileName);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Map<String, String> lines = new HashMap<>();
    Path file = folder.resolve(fileName);
    if (Files.size(file) <= MOST_BYTES) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> line.contains("="))
          .forEach(
              line ->
                  lines.put(
                      line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
    }
    return Optional.of(new EpochMarkerFile(Long.parseLong(matcher.group(1)), lines));
  }

  String text(String key) {
    return lines.getOrDefault(key, "");
  }
}
