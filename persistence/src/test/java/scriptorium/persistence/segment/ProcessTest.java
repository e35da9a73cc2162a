package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static scriptorium.persistence.segment.LogFixture.expectMessage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log among real processes and on a really full disk. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ProcessTest {
  @TempDir Path dir;
  private LogFixture store;

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("store"));
    store.settings = new SegmentLogSettings(4_096, 32_768, LockMode.EXCLUSIVE);
  }

  @Test
  void namesTheProcessThatHoldsTheFolder() throws Exception {
    try (ChildProcess child =
        ChildProcess.start(ChildWriter.class, store.folder.toString(), "EXCLUSIVE", "1")) {
      assertEquals("open 0", child.line());

      UnusableFolderException refused = assertThrows(UnusableFolderException.class, store::open);

      expectMessage(refused, "folder=" + store.folder, "held by pid=" + child.pid());
      child.kill();
    }
    store.open().close();
  }

  @Test
  void keepsStandAloneStoresOutOfAClustersFolder() throws Exception {
    try (ChildProcess child =
        ChildProcess.start(ChildWriter.class, store.folder.toString(), "SHARED", "1")) {
      assertEquals("open 0", child.line());

      assertThrows(UnusableFolderException.class, store::open);
      store.settings = new SegmentLogSettings(4_096, 32_768, LockMode.SHARED);
      store.open().close();
      child.kill();
    }
  }

  @Test
  void goesOnAfterAReallyFullDisk() throws Exception {
    List<String> inOwnMounts = List.of("unshare", "-m");
    Assumptions.assumeTrue(
        run(List.of("unshare", "-m", "true")) == 0,
        "skipped: a mount namespace of its own needs root (unshare -m)");
    Path disk = Files.createDirectories(dir.resolve("disk"));
    List<String> wrapper =
        List.of(
            inOwnMounts.get(0),
            inOwnMounts.get(1),
            "sh",
            "-c",
            "mount -t tmpfs -o size=256k tmpfs " + disk + " && exec \"$@\"",
            "sh");

    try (ChildProcess child = ChildProcess.start(wrapper, FullDiskWriter.class, disk.toString())) {
      assertEquals("full and resumed", child.line());
      assertEquals(0, child.exitStatus());
    }
  }

  private static int run(List<String> command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    } catch (java.io.IOException | InterruptedException e) {
      return -1;
    }
  }
}
