package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.append;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bit that flipped, at each place of a small log. */
class DamageTest {
  @TempDir Path dir;
  private LogFixture store;
  private List<String> events = List.of();

  @BeforeEach
  void setUp() {
    store = new LogFixture(dir.resolve("store"));
    store.files = FaultyFiles.withoutForces();
    SegmentLog first = store.open();
    appendNumbered(first, 30);
    append(first, "in a segment of its own".repeat(20));
    first.markIdle();
    first.release();
    SegmentLog second = store.open();
    append(second, "two", "of one group");
    second.deleteTo(3);
    append(second, "last");
    second.release();
    events = read();
  }

  @Test
  void isFoundInEveryHeaderAndFrameAndDoesNoHarmBetweenThem() throws IOException {
    flipAll(23);
  }

  @Test
  @Tag("soak")
  void doesNoHarmAtAnyPlaceBetweenThem() throws IOException {
    flipAll(1);
  }

  private void flipAll(int unusedStep) throws IOException {
    int found = 0;
    int bytes = 0;
    for (String name : store.segmentFiles()) {
      SegmentName segment = SegmentName.parse(name).orElseThrow();
      BitSet used = used(segment);
      Path file = store.folder.resolve(name);
      try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
        for (int at = 0; at < access.length(); at += used.get(at) ? 1 : unusedStep) {
          bytes++;
          flip(access, at);
          boolean damaged = isDamaged(name + " offset " + at);
          flip(access, at);
          assertEquals(used.get(at), damaged, name + " offset " + at);
          found += damaged ? 1 : 0;
        }
      }
    }
    System.out.println("flipped bits: bytes=" + bytes + " found=" + found);
    assertTrue(found > 4_000, "found=" + found);
    assertEquals(events, read());
  }

  /** The bytes that mean anything: header and frames, without the padding between. */
  private BitSet used(SegmentName segment) throws IOException {
    BitSet used = new BitSet();
    used.set(0, SegmentFormat.SEGMENT_HEADER_BYTES);
    Path file = store.folder.resolve(segment.fileName());
    try (FrameScanner scanner = new FrameScanner(LogFiles.disk(), file, SegmentKeys.NONE)) {
      while (scanner.next()) {
        used.set((int) scanner.start(), (int) scanner.start() + scanner.view().wholeBytes());
      }
    }
    return used;
  }

  private static void flip(RandomAccessFile file, int at) throws IOException {
    file.seek(at);
    int value = file.read();
    file.seek(at);
    file.write(value ^ 1 << (at * 5 & 7));
  }

  private boolean isDamaged(String where) {
    try {
      assertEquals(events, read(), where);
      return false;
    } catch (DamagedJournalException | UnsupportedSegmentException found) {
      return true;
    }
  }

  private List<String> read() {
    List<String> read = new ArrayList<>();
    SegmentReader.Contents contents =
        SegmentReader.of(store.folder)
            .read(
                (segment, offset, frame) ->
                    frame.events(
                        0,
                        Long.MAX_VALUE,
                        (number, bytes, at, length) ->
                            read.add(
                                number
                                    + "="
                                    + new String(bytes, at, length, StandardCharsets.UTF_8))));
    read.add("deleted to " + contents.deletedTo());
    return read;
  }

  @Test
  void inAnyOtherFileDoesNoHarm() throws IOException {
    for (String name : List.of("epoch-0000000001", "epoch-0000000002")) {
      Path file = store.folder.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      for (int at = 0; at < whole.length; at++) {
        byte[] flipped = whole.clone();
        flipped[at] ^= (byte) (1 << (at & 7));
        Files.write(file, flipped);

        assertEquals(events, read(), name + " offset " + at);
      }
      Files.write(file, whole);
    }
  }
}
