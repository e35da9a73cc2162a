package scriptorium.persistence.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import scriptorium.database.change.CaptureSettings;
import scriptorium.database.change.EncodedPart;
import scriptorium.persistence.ChangeSetEnd;
import scriptorium.persistence.ChangeSetPart;
import scriptorium.persistence.PartSequence;
import scriptorium.persistence.PartSequenceException;

final class ChangeSetEncoderTest {

  private static final CaptureSettings WHOLE = new CaptureSettings(1 << 20, 1 << 20, false);
  private static final CaptureSettings ROW_BY_ROW = new CaptureSettings(1, 1 << 20, false);

  @Test
  void makesTheBytesThatTheCodecMakesOfTheValues() {
    List<EncodedEvent> events = EventSamples.captured(WHOLE);

    assertEquals(1, events.size());
    assertEquals("C", events.get(0).manifest());
    assertEquals(
        HexFormat.of().formatHex(EventCodec.encode(EventSamples.changeSet()).bytes()),
        HexFormat.of().formatHex(events.get(0).bytes()));
  }

  @Test
  void endsPartsWithTheEventThatCounts() {
    List<EncodedEvent> events = EventSamples.captured(ROW_BY_ROW);

    assertEquals(List.of("CP", "CP", "CE"), events.stream().map(EncodedEvent::manifest).toList());
    ChangeSetPart first = (ChangeSetPart) decoded(events.get(0));
    ChangeSetPart second = (ChangeSetPart) decoded(events.get(1));
    ChangeSetEnd end = (ChangeSetEnd) decoded(events.get(2));
    assertEquals(0, first.index());
    assertEquals(1, second.index());
    assertEquals(2, end.parts());
    assertEquals(EventSamples.changeSet().txId(), end.txId());
    assertEquals(EventSamples.changeSet().label(), end.label());
    assertArrayEquals(EventSamples.changeSet().value(), end.value());
  }

  @Test
  void keepsNothingOfWhatIsTooLarge() {
    assertEquals(List.of(), EventSamples.captured(new CaptureSettings(1, 30, false)));
    assertEquals(List.of(), EventSamples.captured(new CaptureSettings(1 << 20, 1, false)));
  }

  @Test
  void partsInOrderAreWholeWithTheirEnd() {
    List<EncodedEvent> events = EventSamples.captured(ROW_BY_ROW);
    PartSequence sequence = new PartSequence();

    sequence.add(5, part(events, 0));
    sequence.add(6, part(events, 1));
    List<EncodedPart> whole = sequence.complete(7, end(events));

    assertEquals(3, whole.size());
    assertEquals(0, sequence.size());
    sequence.requireNone(8);
  }

  @Test
  void partsOutOfOrderAreRefusedByName() {
    List<EncodedEvent> events = EventSamples.captured(ROW_BY_ROW);
    PartSequence sequence = new PartSequence();

    expectRefusal(() -> sequence.add(5, part(events, 1)), "sequenceNumber=5 expected=part 0");
    expectRefusal(() -> sequence.complete(5, end(events)), "found=the end behind 2 parts");
    sequence.add(5, part(events, 0));
    expectRefusal(() -> sequence.add(6, part(events, 0)), "expected=part 1 of txId=018df4d2");
    expectRefusal(() -> sequence.complete(6, end(events)), "sequenceNumber=6 expected=part 1");
    expectRefusal(() -> sequence.requireNone(6), "change set without its end: txId=018df4d2");
    ChangeSetPart other = part(events, 1);
    ChangeSetPart strange =
        new ChangeSetPart(other.time(), new UUID(7, 7), other.index(), other.changes());
    expectRefusal(() -> sequence.add(6, strange), "00000000-0000-0007-0000-000000000007");
  }

  private static void expectRefusal(Runnable step, String words) {
    PartSequenceException refused = assertThrows(PartSequenceException.class, step::run);
    assertTrue(String.valueOf(refused.getMessage()).contains(words), refused.toString());
  }

  private static ChangeSetPart part(List<EncodedEvent> events, int index) {
    return (ChangeSetPart) decoded(events.get(index));
  }

  private static ChangeSetEnd end(List<EncodedEvent> events) {
    return (ChangeSetEnd) decoded(events.get(events.size() - 1));
  }

  private static Object decoded(EncodedEvent event) {
    return EventCodec.decode(event.manifest(), event.bytes());
  }
}
