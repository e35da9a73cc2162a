package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventGroupTest {
  @TempDir Path folder;
  private final EventGroup group = new EventGroup();

  @Test
  void writesTheBytesOfFormatOne() {
    addEvent("a");
    addEvent("");

    long hash = group.stamp(7, 3, 128, new ChainEnd(7, 0, 128, 41, 0x1122334455667788L));

    String header =
        "5346524d"
            + "00000002"
            + "00000009"
            + "00000002"
            + "0000000000000007"
            + "000000000000002a"
            + "1122334455667788"
            + "0000000000000003"
            + "0000000000000029"
            + "0000000000000000"
            + "0000000000000080"
            + "00000000";
    String frame = HexFormat.of().formatHex(group.array(), 0, group.frameBytes());
    assertEquals(header, frame.substring(0, 152));
    assertEquals("000000016100000000" + "4652414d45454e44", frame.substring(192));
    assertEquals(Xxh64.hash(group.array(), 0, 105), hash);
  }

  @Test
  void isReadBackAsItWasPut() {
    addEvent("first");
    addEvent("second");
    group.stamp(2, 1, 128, new ChainEnd(2, 0, 128, 9, 5));

    FrameView view = new FrameView();
    view.point(Arrays.copyOf(group.array(), group.frameBytes()), 0);

    assertTrue(view.headerIsRight());
    assertTrue(view.payloadIsRight());
    List<String> events = new ArrayList<>();
    view.events(
        11,
        99,
        (n, array, at, length) -> events.add(n + "=" + new String(array, at, length, UTF_8)));
    assertEquals(List.of("11=second"), events);
  }

  @Test
  void writesLargeArraysFromWhereTheyAre() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] large = new byte[200_000];
    random.nextBytes(large);
    Arrays.fill(large, 50_000, 53_000, (byte) 0);
    byte[] other = new byte[70_001];
    ByteArrayOutputStream payload = new ByteArrayOutputStream();

    group.begin();
    for (byte[] event : new byte[][] {{1}, large, {}, other, {2, 3}}) {
      group.beginEvent();
      group.putByte(9);
      group.putBytes(event);
      group.putInt64(5);
      group.endEvent();
      payload.writeBytes(ByteBuffer.allocate(5).putInt(event.length + 9).put((byte) 9).array());
      payload.writeBytes(event);
      payload.writeBytes(ByteBuffer.allocate(8).putLong(5).array());
    }
    long hash = group.stamp(2, 1, 1_000, new ChainEnd(2, 0, 128, 9, 5));
    byte[] written = written(1_000);

    FrameView view = new FrameView();
    view.point(written, 0);
    assertTrue(view.headerIsRight() && view.payloadIsRight(), "seed=" + seed);
    assertEquals(5, view.count());
    assertArrayEquals(
        payload.toByteArray(), Arrays.copyOfRange(written, 96, 96 + view.payloadBytes()));
    assertEquals(view.hashAfter(), hash);
    assertEquals(
        SegmentFormat.zeroBlocks(written, 0, written.length, 1_000),
        SegmentFormat.intAt(written, 72));
  }

  private byte[] written(long start) throws IOException {
    Path path = folder.resolve("frame");
    try (LogFile file = LogFiles.disk().create(path)) {
      group.writeTo(file, start);
    }
    byte[] all = Files.readAllBytes(path);
    assertEquals(group.frameBytes(), all.length - start);
    return Arrays.copyOfRange(all, (int) start, all.length);
  }

  @Test
  void forgetsTheLargeArraysOfWhatIsCutBack() throws IOException {
    addEvent("kept");
    int mark = group.mark();
    group.beginEvent();
    group.putBytes(new byte[100_000]);

    group.cutBack(mark, 1);
    addEvent("x".repeat(70_000));
    group.stamp(2, 1, 0, new ChainEnd(2, 0, 128, 9, 5));

    FrameView view = new FrameView();
    view.point(written(0), 0);
    assertTrue(view.headerIsRight() && view.payloadIsRight());
    assertEquals(8 + 70_004, view.payloadBytes());
  }

  @Test
  void sumsDoNotDependOnHowBytesAreCut() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] bytes = new byte[5_000];
    random.nextBytes(bytes);
    Arrays.fill(bytes, 1_000, 3_000, (byte) 0);
    for (int round = 0; round < 200; round++) {
      int length = random.nextInt(bytes.length);
      Xxh64 hash = new Xxh64();
      ZeroBlocks blocks = new ZeroBlocks(77);
      for (int at = 0; at < length; ) {
        int piece = Math.min(length - at, random.nextInt(700));
        hash.update(bytes, at, piece);
        blocks.update(bytes, at, piece);
        at += piece;
      }

      assertEquals(Xxh64.hash(bytes, 0, length), hash.value(), "seed=" + seed);
      assertEquals(SegmentFormat.zeroBlocks(bytes, 0, length, 77), blocks.count(), "seed=" + seed);
    }
  }

  @Test
  void noticesEachFlippedByte() {
    addEvent("some event");
    group.stamp(2, 1, 128, new ChainEnd(2, 0, 128, 9, 5));
    byte[] whole = Arrays.copyOf(group.array(), group.frameBytes());
    FrameView view = new FrameView();

    for (int i = 0; i < whole.length; i++) {
      byte[] bad = whole.clone();
      bad[i] ^= 0x10;
      view.point(bad, 0);
      assertFalse(view.headerIsRight() && view.payloadIsRight(), "byte " + i);
    }
  }

  @Test
  void tellsTornFromDamagedByUnwrittenSectors() {
    addEvent("x".repeat(3_000));
    group.stamp(2, 1, 128, new ChainEnd(2, 0, 128, 9, 5));
    byte[] damaged = Arrays.copyOf(group.array(), group.frameBytes());
    damaged[1_500] ^= 1;
    byte[] torn = Arrays.copyOf(group.array(), group.frameBytes());
    Arrays.fill(torn, 1_024 - 128, 1_536 - 128, (byte) 0);
    FrameView view = new FrameView();

    view.point(damaged, 0);
    assertFalse(view.payloadIsRight());
    assertFalse(view.isTorn(128));

    view.point(torn, 0);
    assertFalse(view.payloadIsRight());
    assertTrue(view.isTorn(128));
  }

  @Test
  void headersOfFramesNeverLieInTwoSectors() {
    assertEquals(416, SegmentFormat.nextStart(416));
    assertEquals(512, SegmentFormat.nextStart(424));
    assertEquals(512, SegmentFormat.nextStart(512));
  }

  @Test
  void openingFrameIsReadBack() {
    OpeningFrame opening =
        new OpeningFrame(
            new ChainEnd(4, 2, 4_096, 17, -3),
            11,
            "orders-ü",
            List.of(new OpeningFrame.VoidPlace(new SegmentName(4, 2), 4_096, 77, "torn-x.bin")));

    byte[] bytes = opening.encode();

    assertEquals(opening, OpeningFrame.decode(bytes, 0, bytes.length));
  }

  @Test
  void segmentHeaderIsReadBackAndAFlippedByteNoticed() {
    SegmentHeader header = new SegmentHeader(new SegmentName(3, 5), 65_536, 18, -9, 12, 4);
    byte[] bytes = header.encode();

    assertEquals(header, SegmentHeader.decode(bytes).orElseThrow());
    for (int i = 0; i < bytes.length; i++) {
      byte[] bad = bytes.clone();
      bad[i] ^= 4;
      assertTrue(SegmentHeader.decode(bad).isEmpty(), "byte " + i);
    }
    assertArrayEquals(bytes, header.encode());
  }

  private void addEvent(String text) {
    if (group.count() == 0) {
      group.begin();
    }
    group.beginEvent();
    group.putBytes(text.getBytes(UTF_8));
    group.endEvent();
  }
}
