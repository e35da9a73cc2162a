package scriptorium.snapshots;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;

/** The fields that all parts of a manifest are made of. */
final class ManifestFields {
  private static final int LONGEST_TEXT_BYTES = 4_096;

  private ManifestFields() {}

  static void writeText(Output out, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length > LONGEST_TEXT_BYTES) {
      throw new IllegalArgumentException(
          "name is too long: bytes=%d longest=%d".formatted(utf8.length, LONGEST_TEXT_BYTES));
    }
    out.writeVarInt(utf8.length, true);
    out.writeBytes(utf8);
  }

  static String readText(Input in) {
    int length = in.readVarInt(true);
    if (length < 0 || length > LONGEST_TEXT_BYTES) {
      throw new IllegalArgumentException("declared text bytes=" + length);
    }
    return new String(in.readBytes(length), StandardCharsets.UTF_8);
  }

  /** Reads a count that the bytes left could hold: a forged one must not cost memory. */
  static int readCount(Input in, int smallestEntryBytes) {
    int count = in.readVarInt(true);
    int left = in.limit() - in.position();
    if (count < 0 || count > left / smallestEntryBytes) {
      throw new IllegalArgumentException("declared count=%d bytes left=%d".formatted(count, left));
    }
    return count;
  }
}
