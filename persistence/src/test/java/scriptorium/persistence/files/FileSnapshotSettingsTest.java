package scriptorium.persistence.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileSnapshotSettingsTest {
  @Test
  void readsTheDefaultsOfTheModule() {
    Config defaults = ConfigFactory.defaultReference();

    FileSnapshotSettings settings =
        FileSnapshotSettings.from(defaults, "scriptorium.snapshot-store");

    assertEquals(Path.of(defaults.getString("scriptorium.data-dir")), settings.dataFolder());
    assertEquals("scriptorium.snapshot-store.io-dispatcher", settings.ioDispatcher());
  }

  @Test
  void namesTheKeyOfAnEmptyFolder() {
    Config empty = ConfigFactory.parseString("scriptorium.data-dir = \" \"");

    IllegalArgumentException failure =
        assertThrows(
            IllegalArgumentException.class, () -> FileSnapshotSettings.from(empty, "plugin"));

    assertTrue(failure.toString().contains("scriptorium.data-dir"), failure.toString());
  }
}
