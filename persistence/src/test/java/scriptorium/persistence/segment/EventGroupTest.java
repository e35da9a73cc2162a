package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventGroupTest {
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
