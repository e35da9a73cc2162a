package scriptorium.persistence.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.persistence.files.SnapshotListing.Entry;

class SnapshotListingTest {

  @TempDir Path data;

  @Test
  void tellsNamesOfDamagedFilesTooAndLeavesOthersOut() throws IOException {
    SnapshotFolder folder = new SnapshotFolder(SnapshotFolder.of(data, "main"), () -> {});
    folder.save(SnapshotFolderTest.snapshot("main", 7, 100, "seven"));
    folder.save(SnapshotFolderTest.snapshot("main|7-1|0", 1, 100, "chunk"));
    Files.write(folder.path(SnapshotFileName.of("main|7-1|0", 1, 100)), new byte[0]);
    Files.writeString(SnapshotFolder.of(data, "main").resolve("README"), "not ours");
    Files.writeString(SnapshotFolder.of(data, "main").resolve("a b@1@1.snapshot"), "not ours");

    List<Entry> entries = SnapshotListing.of(data, "main");

    assertEquals(2, entries.size());
    assertTrue(entries.contains(new Entry("main", 7)), entries.toString());
    assertTrue(entries.contains(new Entry("main|7-1|0", 1)), entries.toString());
  }

  @Test
  void isEmptyBeforeTheFirstSave() throws IOException {
    assertEquals(List.of(), SnapshotListing.of(data, "main"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "main|42-7|0", "a/b", ".hidden", "ünï", "100%"})
  void readsTheNamesThatItGives(String name) {
    assertEquals(Optional.of(name), EncodedName.decode(EncodedName.of(name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "%", "%4", "%zz", "a~b"})
  void readsNoOthers(String encoded) {
    assertEquals(Optional.empty(), EncodedName.decode(encoded));
  }
}
