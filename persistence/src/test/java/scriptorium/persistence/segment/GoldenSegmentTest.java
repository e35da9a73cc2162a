package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.events;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bytes of each kind of file, as format 1 has them: written the same, and read by every later
 * program. Trailing zeros are left out of the golden files. To see the new bytes after a deliberate
 * change of the format: {@code -Dgolden.write=FOLDER}.
 */
class GoldenSegmentTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");
  private static final List<String> FILES =
      List.of(
          "segment-0000000001-0000000000.log",
          "segment-0000000001-0000000001.log",
          "segment-0000000002-0000000000.log",
          "torn-0000000001-0000000001-0000004464-by-0000000002.bin",
          "epoch-0000000001",
          "epoch-0000000002");

  @TempDir Path dir;
  private LogFixture store;

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("store"));
  }

  private SegmentLog open() {
    return SegmentLog.open(
        store.folder,
        OpenRequest.of("orders", new Claimant("node-1", 4711, TIME), LogFixture.SMALL));
  }

  /** Every kind of frame, two segments, a torn tail and its copy. */
  private void write() {
    SegmentLog first = open();
    append(first, "one", "two");
    append(first, "x".repeat(3_900));
    first.deleteTo(1);
    first.markIdle();
    append(first, "four");
    append(first, "torn: " + "y".repeat(60));
    first.release();
    List<Long> starts = store.frameStarts(1, 1);
    long last = starts.get(starts.size() - 1);
    store.zero(store.file(1, 1), last + 120, last + 1_000);
    SegmentLog second = open();
    append(second, "five");
    second.close();
  }

  @Test
  void everyFileIsWrittenAsEver() throws IOException {
    write();

    String target = System.getProperty("golden.write");
    for (String name : target == null ? List.<String>of() : store.contents().keySet()) {
      byte[] bytes = Files.readAllBytes(store.folder.resolve(name));
      Files.writeString(Path.of(target, resource(name)), hex(name, bytes));
    }
    for (String name : FILES) {
      String written = hex(name, Files.readAllBytes(store.folder.resolve(name)));
      assertEquals(golden(name), written, name);
    }
    List<String> others =
        store.contents().keySet().stream().filter(name -> !FILES.contains(name)).toList();
    assertEquals(List.of(), others);
  }

  @Test
  void whatWasEverWrittenIsReadAndGoesOn() throws IOException {
    Files.createDirectories(store.folder);
    for (String name : FILES) {
      String[] lines = golden(name).split("\n", 2);
      byte[] bytes = HexFormat.of().parseHex(lines[1].replace("\n", ""));
      int length = Integer.parseInt(lines[0].substring("bytes=".length()));
      Files.write(store.folder.resolve(name), java.util.Arrays.copyOf(bytes, length));
    }

    SegmentReader.Contents contents = SegmentReader.of(store.folder).read(FrameVisitor.NONE);
    assertEquals("orders", contents.persistenceId());
    assertEquals(1, contents.deletedTo());
    assertTrue(contents.sealed());
    SegmentLog log = open();
    append(log, "six");

    assertEquals(3, log.epoch());
    assertEquals(
        List.of("2=two", "3=" + "x".repeat(3_900), "4=four", "5=five", "6=six"), events(log));
    log.close();
  }

  private static String hex(String name, byte[] bytes) {
    int used = bytes.length;
    while (used > 0 && bytes[used - 1] == 0 && name.endsWith(".log")) {
      used--;
    }
    StringBuilder text = new StringBuilder("bytes=" + bytes.length + "\n");
    for (int at = 0; at < used; at += 32) {
      text.append(HexFormat.of().formatHex(bytes, at, Math.min(used, at + 32))).append('\n');
    }
    return text.toString();
  }

  private static String resource(String name) {
    return name.replaceAll("\\.(log|bin)$", "") + "-1.hex";
  }

  private static String golden(String name) throws IOException {
    String path = "/golden/" + resource(name);
    try (InputStream in = GoldenSegmentTest.class.getResourceAsStream(path)) {
      return in == null ? "no " + path : new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
