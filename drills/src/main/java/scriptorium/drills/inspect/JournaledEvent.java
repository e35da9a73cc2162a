package scriptorium.drills.inspect;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.codec.EventCodec;

/**
 * An event as it lies in a frame, in its envelope of {@code docs/segment-format.md}.
 *
 * @param manifest which kind it is, by {@code docs/event-format.md}
 * @param event its bytes, in the reader's array: valid as long as the frame is
 */
record JournaledEvent(String manifest, ByteBuffer event) {

  private static final int VERSION = 1;
  private static final int METADATA = 1;
  private static final int TIME_AND_SERIALIZER_BYTES = 12;
  private static final int SERIALIZER_BYTES = 4;

  /**
   * Looks at an entry.
   *
   * @throws IllegalArgumentException when it is none
   */
  static JournaledEvent read(byte[] array, int offset, int length) {
    ByteBuffer in = ByteBuffer.wrap(array, offset, length);
    try {
      int version = in.get();
      int flags = in.get();
      if (version != VERSION || (flags & ~METADATA) != 0) {
        throw new IllegalArgumentException(
            "entry of another format: version=" + version + " flags=" + flags);
      }
      skip(in, TIME_AND_SERIALIZER_BYTES);
      String manifest = text(in);
      skip(in, Short.toUnsignedInt(in.getShort()));
      skip(in, Short.toUnsignedInt(in.getShort()));
      if (flags == METADATA) {
        skip(in, SERIALIZER_BYTES);
        skip(in, Short.toUnsignedInt(in.getShort()));
        skip(in, in.getInt());
      }
      return new JournaledEvent(manifest, in);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("entry shorter than its texts: length=" + length, e);
    }
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[Short.toUnsignedInt(in.getShort())];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void skip(ByteBuffer in, int bytes) {
    if (bytes < 0 || bytes > in.remaining()) {
      throw new BufferUnderflowException();
    }
    in.position(in.position() + bytes);
  }

  /**
   * The event itself.
   *
   * @throws scriptorium.persistence.codec.CorruptEventException when its bytes are none
   */
  JournalEvent decoded() {
    byte[] bytes = new byte[event.remaining()];
    event.duplicate().get(bytes);
    return EventCodec.decode(manifest, bytes);
  }
}
