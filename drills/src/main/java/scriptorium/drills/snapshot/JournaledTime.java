package scriptorium.drills.snapshot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import scriptorium.persistence.codec.EventCodec;
import scriptorium.persistence.segment.SegmentReader;

/** The time of one event of a store's journal, read without an actor system. */
final class JournaledTime {

  private static final int METADATA = 1;
  private static final int SERIALIZER_BYTES = 4;

  private JournaledTime() {}

  /** Empty where the event is deleted. */
  static Optional<Instant> of(SegmentReader journal, long number) {
    List<Instant> found = new ArrayList<>();
    journal.readEvents(
        number,
        number,
        (at, bytes, offset, length) -> found.add(time(ByteBuffer.wrap(bytes, offset, length))));
    return found.stream().findFirst();
  }

  /** An event's entry as docs/segment-format.md describes it: head, texts, event. */
  private static Instant time(ByteBuffer entry) {
    entry.get(); // the entry's version, of which there is one
    int flags = entry.get();
    entry.getLong(); // when Akka wrote it
    entry.getInt(); // the serializer, of which there is one
    String manifest = text(entry);
    text(entry); // an event adapter's manifest
    text(entry); // the incarnation of the writing actor
    if ((flags & METADATA) != 0) {
      entry.position(entry.position() + SERIALIZER_BYTES);
      text(entry);
      int length = entry.getInt();
      entry.position(entry.position() + length);
    }
    byte[] event = new byte[entry.remaining()];
    entry.get(event);
    return EventCodec.decode(manifest, event).time();
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[Short.toUnsignedInt(in.getShort())];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
