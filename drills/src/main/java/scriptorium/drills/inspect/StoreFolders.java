package scriptorium.drills.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import scriptorium.drills.command.EnvironmentException;
import scriptorium.drills.embedded.FailureText;
import scriptorium.persistence.segment.StoreFolder;

/** The stores in a folder, by what lies in the folders below it. */
final class StoreFolders {

  private static final int HEX = 16;

  private StoreFolders() {}

  /** One store's folder and its name. */
  record Found(String name, Path folder) {}

  /**
   * All stores, or the one that is named.
   *
   * @throws EnvironmentException when the folder cannot be read, or there is no such store in it
   */
  static List<Found> of(Path data, Optional<String> store) {
    if (!Files.isDirectory(data)) {
      throw new EnvironmentException("no such folder: folder=" + data.toAbsolutePath(), null);
    }
    try {
      if (store.isPresent()) {
        Path folder = StoreFolder.of(data, store.get());
        if (!Files.isDirectory(folder)) {
          throw new EnvironmentException("no such store: folder=" + folder.toAbsolutePath(), null);
        }
        return List.of(new Found(store.get(), folder));
      }
      List<Found> found = new ArrayList<>();
      try (Stream<Path> folders = Files.list(data)) {
        for (Path folder : folders.sorted().toList()) {
          if (holdsStore(folder)) {
            found.add(new Found(decoded(folder.getFileName().toString()), folder));
          }
        }
      }
      return found;
    } catch (IOException e) {
      throw new EnvironmentException(
          "folder cannot be read: folder=" + data.toAbsolutePath() + " " + FailureText.of(e), e);
    }
  }

  private static boolean holdsStore(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .anyMatch(
              name ->
                  name.startsWith("segment-")
                      || name.startsWith("epoch-")
                      || name.equals("snapshots"));
    }
  }

  /** The store's name of its folder's: {@code %XX} is one byte. */
  private static String decoded(String name) {
    byte[] bytes = new byte[name.length()];
    int length = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '%' && i + 2 < name.length() && isHex(name, i + 1)) {
        bytes[length++] = (byte) Integer.parseInt(name.substring(i + 1, i + 3), HEX);
        i += 2;
      } else {
        bytes[length++] = (byte) c;
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static boolean isHex(String name, int at) {
    return Character.digit(name.charAt(at), HEX) >= 0
        && Character.digit(name.charAt(at + 1), HEX) >= 0;
  }
}
