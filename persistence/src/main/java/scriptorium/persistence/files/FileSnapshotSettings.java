package scriptorium.persistence.files;

import com.typesafe.config.Config;
import java.nio.file.Path;

/** Where the embedded snapshot store keeps its files, and on whose threads. */
record FileSnapshotSettings(Path dataFolder, String ioDispatcher) {
  private static final String DATA_FOLDER = "scriptorium.data-dir";
  private static final String IO_DISPATCHER = "io-dispatcher";

  /** Reads the settings of the plugin configured under a path. */
  static FileSnapshotSettings from(Config system, String pluginPath) {
    String folder = system.getString(DATA_FOLDER);
    if (folder.isBlank()) {
      throw new IllegalArgumentException(
          "setting is empty: " + DATA_FOLDER + "; expected the path of a folder");
    }
    return new FileSnapshotSettings(Path.of(folder), pluginPath + "." + IO_DISPATCHER);
  }
}
