package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.utf8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the first frame of an epoch says: where its predecessor ends, and what is void.
 *
 * @param predecessor end of the chain this epoch continues; epoch 0: none
 * @param deletedTo events up to this number are deleted; 0: none
 * @param persistenceId whose log this is: tells a folder that was renamed
 * @param voids torn tails that were copied aside
 */
public record OpeningFrame(
    ChainEnd predecessor, long deletedTo, String persistenceId, List<VoidPlace> voids) {

  public OpeningFrame {
    voids = List.copyOf(voids);
  }

  /** Bytes from {@code offset} on that do not count; kept in the file {@code copy}. */
  public record VoidPlace(SegmentName segment, long offset, long bytes, String copy) {}

  byte[] encode() {
    byte[] id = utf8(persistenceId);
    ByteBuffer out = ByteBuffer.allocate(6 * 8 + 4 + id.length + 4 + voidBytes());
    out.putLong(predecessor.epoch()).putLong(predecessor.segment()).putLong(predecessor.offset());
    out.putLong(predecessor.number()).putLong(predecessor.hash()).putLong(deletedTo);
    out.putInt(id.length).put(id).putInt(voids.size());
    for (VoidPlace place : voids) {
      byte[] copy = utf8(place.copy());
      out.putLong(place.segment().epoch()).putLong(place.segment().index());
      out.putLong(place.offset()).putLong(place.bytes()).putInt(copy.length).put(copy);
    }
    return out.array();
  }

  private int voidBytes() {
    return voids.stream().mapToInt(place -> 36 + utf8(place.copy()).length).sum();
  }

  /**
   * @throws IllegalArgumentException when the payload, whose checksum was right, is not an opening
   */
  static OpeningFrame decode(byte[] bytes, int offset, int length) {
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
    try {
      ChainEnd end =
          new ChainEnd(in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
      long deletedTo = in.getLong();
      String persistenceId = text(in);
      int places = in.getInt();
      List<VoidPlace> voids = new ArrayList<>();
      for (int i = 0; i < places; i++) {
        SegmentName name = new SegmentName(in.getLong(), in.getLong());
        voids.add(new VoidPlace(name, in.getLong(), in.getLong(), text(in)));
      }
      return new OpeningFrame(end, deletedTo, persistenceId, voids);
    } catch (BufferUnderflowException cut) {
      throw new IllegalArgumentException("opening frame too short: bytes=" + length, cut);
    }
  }

  private static String text(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("text longer than its frame: bytes=" + length);
    }
    byte[] text = new byte[length];
    in.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }
}
