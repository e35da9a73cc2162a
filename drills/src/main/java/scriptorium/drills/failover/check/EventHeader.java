package scriptorium.drills.failover.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

/**
 * The heads of journal entries (docs/segment-format.md, "What an event's bytes are") and of the
 * store's events in them (docs/event-format.md), no more than it takes to find the txId. A change
 * set in parts commits with its end: the parts before it commit nothing.
 */
public final class EventHeader implements JournalEvent {

  private static final int STORE_SERIALIZER = 1_397_900_882;
  private static final String CHANGE_SET = "C";
  private static final String CHANGE_SET_END = "CE";

  @Override
  public Optional<UUID> committedTxId(ByteBuffer entry) throws IOException {
    ByteBuffer in = entry.duplicate().order(ByteOrder.BIG_ENDIAN);
    expect("entry version", 1, in.get());
    int flags = in.get();
    in.getLong(); // Akka's time stamp.
    int serializer = in.getInt();
    String manifest = text(in);
    text(in); // The event adapter's manifest.
    text(in); // The writing actor's incarnation.
    if ((flags & 1) != 0) {
      in.getInt();
      text(in);
      in.position(in.position() + 4 + in.getInt(in.position()));
    }
    return committedTxId(serializer, manifest, in);
  }

  /** The same of an event whose serializer and manifest stand elsewhere. */
  static Optional<UUID> committedTxId(int serializer, String manifest, ByteBuffer event)
      throws IOException {
    expect("serializer id", STORE_SERIALIZER, serializer);
    return manifest.equals(CHANGE_SET) || manifest.equals(CHANGE_SET_END)
        ? Optional.of(changeSetTxId(event))
        : Optional.empty();
  }

  private static UUID changeSetTxId(ByteBuffer in) throws IOException {
    expect("event version", 1, in.get());
    while (in.get() < 0) {
      // The time, seven bits a byte; only its end matters here.
    }
    // Fixed-width numbers inside an event are Kryo 5's: little-endian.
    in.order(ByteOrder.LITTLE_ENDIAN);
    return new UUID(in.getLong(), in.getLong());
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[Short.toUnsignedInt(in.getShort())];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void expect(String what, int expected, int found) throws IOException {
    if (expected != found) {
      throw new IOException(
          "journal entry not as its format says: "
              + what
              + " expected="
              + expected
              + " found="
              + found);
    }
  }
}
