package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.expectMessage;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import scriptorium.keys.Protection;

/** Folders that cannot be used: each fault has one message, which says what to do. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FolderFaultTest {
  private static final int NOBODY = 65_534;

  @TempDir Path dir;
  private LogFixture store;

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("data").resolve("orders"));
  }

  private static void requires(String... command) {
    boolean works;
    try {
      works = new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException | InterruptedException e) {
      works = false;
    }
    Assumptions.assumeTrue(works, "skipped: needs " + String.join(" ", command));
  }

  private static String probe(List<String> wrapper, Path folder) throws Exception {
    try (ChildProcess child = ChildProcess.start(wrapper, FolderProbe.class, folder.toString())) {
      StringBuilder said = new StringBuilder();
      for (String line = child.line(); line != null; line = child.line()) {
        said.append(line).append('\n');
      }
      return said.toString();
    }
  }

  private static void expect(String said, String... parts) {
    for (String part : parts) {
      assertTrue(said.contains(part), "no \"" + part + "\" in: " + said);
    }
  }

  private void giveToAnotherUser(Path folder, String mode) throws IOException {
    store.open().close();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
    try {
      Files.setAttribute(folder, "unix:uid", NOBODY);
    } catch (IOException e) {
      Assumptions.abort("skipped: only root gives a folder to another user: " + e);
    }
  }

  @Test
  void aFolderOfAnotherUserThatLetsNobodyIn() throws Exception {
    List<String> withoutPower = List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all");
    requires("setpriv", "--bounding-set=-all", "--inh-caps=-all", "true");
    giveToAnotherUser(dir.resolve("data"), "rwx------");

    String said = probe(withoutPower, store.folder);

    expect(said, "UnusableFolderException no permission to use folder=" + store.folder);
    expect(said, "owner=", "mode=rwx------", "this process runs as ", "start it as their owner");
  }

  @Test
  void aFolderOfAnotherUserThatLetsEverybodyIn() throws IOException {
    giveToAnotherUser(store.folder, "rwxrwxrwx");
    var before = store.contents();

    UnusableFolderException refused =
        assertThrows(UnusableFolderException.class, () -> store.open());

    expectMessage(
        refused,
        "folder of another user: file=" + store.folder,
        "give the folder with all its files to this user");
    assertThrows(
        UnusableFolderException.class,
        () ->
            LogRepair.of(store.folder, "orders", 0, Protection.NONE)
                .apply(store.request().claimant()));
    assertEquals(before, store.contents());
  }

  @Test
  void aReadOnlyFileSystem() throws Exception {
    requires("unshare", "-m", "true");
    Path mount = Files.createDirectories(dir.resolve("mount"));
    List<String> wrapper =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount -t tmpfs -o ro tmpfs " + mount + " && exec \"$@\"",
            "sh");

    String said = probe(wrapper, mount.resolve("orders"));

    expect(said, "UnusableFolderException read-only file system: folder=" + mount);
  }

  @Test
  void aFullDiskAtOpening() throws Exception {
    requires("unshare", "-m", "true");
    Path mount = Files.createDirectories(dir.resolve("mount"));
    List<String> wrapper =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount -t tmpfs -o size=64k tmpfs "
                + mount
                + " && mkdir -m 700 "
                + mount
                + "/orders && { dd if=/dev/zero of="
                + mount
                + "/full bs=4k 2>/dev/null; exec \"$@\"; }",
            "sh");

    String said = probe(wrapper, mount.resolve("orders"));

    expect(
        said, "JournalFullException no room to open the log: folder=" + mount, "free some space");
  }

  @Test
  void symbolicLinksInACircle() throws IOException {
    Path first = dir.resolve("first");
    Path second = dir.resolve("second");
    Files.createSymbolicLink(first, second);
    Files.createSymbolicLink(second, first);

    for (Path folder : List.of(first, first.resolve("orders"))) {
      UnusableFolderException refused =
          assertThrows(UnusableFolderException.class, () -> new LogFixture(folder).open());
      expectMessage(refused, "symbolic links lead in a circle: path=" + first);
    }
  }

  @Test
  void aFileWhereAFolderShouldBeAndAFolderWhereAFileShouldBe() throws IOException {
    Path file = Files.createFile(dir.resolve("file"));
    for (Path folder : List.of(file, file.resolve("orders"), file.resolve("a/b"))) {
      UnusableFolderException refused =
          assertThrows(UnusableFolderException.class, () -> new LogFixture(folder).open());
      expectMessage(refused, "not a folder: ", file);
    }

    Files.createDirectories(store.folder.resolve("LOCK"));
    UnusableFolderException lock = assertThrows(UnusableFolderException.class, () -> store.open());
    expectMessage(lock, "folder=" + store.folder, "LOCK");
  }

  @Test
  void aFullDiskThatHasNoRoomForTheHintInLockIsNoFault() throws IOException {
    Path full = Path.of("/dev/full");
    Assumptions.assumeTrue(Files.exists(full), "skipped: needs " + full);
    Files.createDirectories(store.folder);
    Files.createSymbolicLink(store.folder.resolve("LOCK"), full);

    SegmentLog log = store.open();

    append(log, "a");
    log.close();
    assertEquals(List.of("1=a"), store.recover());
  }

  @Test
  void aFolderMadeByOneThatWasKilledIsMadeDurableBeforeTheFirstClaim() throws IOException {
    Files.createDirectories(store.folder);
    List<Path> forced = new ArrayList<>();
    FaultyFiles files = new FaultyFiles();
    files.beforeForceFolder = forced::add;
    store.files = files;

    store.open().close();

    Path above = dir.toRealPath();
    Path data = above.resolve("data");
    assertEquals(List.of(data, above), forced.subList(0, 2));
    assertTrue(forced.indexOf(data) < forced.indexOf(store.folder.toRealPath()));
    forced.clear();
    store.open().close();
    assertFalse(forced.contains(data), "a store that was claimed is durable");
  }

  @Test
  void aFolderWhereASegmentShouldBe() throws IOException {
    store.open().close();
    Files.createDirectories(store.file(9, 0));

    UnusableFolderException refused =
        assertThrows(UnusableFolderException.class, () -> store.open());

    expectMessage(refused, "folder=" + store.folder);
  }

  @Test
  void aClockThatWentBackIsToldAndDoesNoHarm() {
    Instant late = Instant.parse("2030-01-01T00:00:00Z");
    SegmentLog log = SegmentLog.open(store.folder, at(late));
    append(log, "a");
    log.close();
    Logger logger = (Logger) LoggerFactory.getLogger(NewestMarker.class);
    ListAppender<ILoggingEvent> heard = new ListAppender<>();
    heard.start();
    logger.addAppender(heard);
    logger.setLevel(Level.WARN); // the tests' configuration hides warnings
    try {
      SegmentLog.open(store.folder, at(late.minusSeconds(3_600))).close();
      assertEquals(1, heard.list.size());
      expect(
          heard.list.get(0).getFormattedMessage(),
          "the clock went back",
          "epoch-0000000001",
          late.toString());
      SegmentLog.open(store.folder, at(late)).close();
      assertEquals(1, heard.list.size());
    } finally {
      logger.setLevel(null);
      logger.detachAppender(heard);
    }
    assertEquals(List.of("1=a"), store.recover());
  }

  private OpenRequest at(Instant time) {
    return OpenRequest.of("orders", new Claimant("test", 1, time), LogFixture.SMALL);
  }

  @Test
  void newerFormatsAreRefused() throws IOException {
    store.open().close();
    Path marker = store.folder.resolve("epoch-0000000002");
    Files.writeString(marker, "format=2\nepoch=2\n");
    UnsupportedSegmentException newer =
        assertThrows(UnsupportedSegmentException.class, () -> store.open());
    expectMessage(newer, "file=" + marker, "format=2 expected=1", "use the program version");
    Files.delete(marker);

    byte[] header = LogFixture.slice(store.read(store.file(1, 0)), 0, 128);
    SegmentFormat.putInt(header, 8, 2);
    SegmentFormat.putInt(
        header, 124, SegmentFormat.crc(new java.util.zip.CRC32C(), header, 0, 124));
    store.overwrite(store.file(1, 0), 0, header);
    UnsupportedSegmentException segment =
        assertThrows(UnsupportedSegmentException.class, () -> store.open());
    expectMessage(segment, "version=2", "expected version=1", "use the program version");
    assertThrows(
        UnsupportedSegmentException.class,
        () -> LogRepair.of(store.folder, "orders", 0, Protection.NONE).plan());
  }
}
