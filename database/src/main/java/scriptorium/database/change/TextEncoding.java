package scriptorium.database.change;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;

/**
 * Text as a byte count and one to three bytes a UTF-16 unit.
 *
 * <p>Not plain UTF-8: that has no form for a lone surrogate, which a VARCHAR may hold. Not Kryo's
 * own strings: their reader trusts the declared length before it has seen a byte.
 */
final class TextEncoding {
  private static final int COPIED_CHARS = 8 * 1024;

  private TextEncoding() {}

  static void write(Output output, String text) {
    int length = text.length();
    if (length <= COPIED_CHARS && isAscii(text, length)) {
      output.writeVarInt(length, true);
      output.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1)); // a plain copy, unlike ASCII's
    } else {
      write(output, text, length);
    }
  }

  private static boolean isAscii(String text, int length) {
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  static void write(Output output, CharSequence text, int length) {
    int bytes = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      bytes = Math.addExact(bytes, c < 0x80 ? 1 : c < 0x800 ? 2 : 3);
    }
    output.writeVarInt(bytes, true);
    for (int i = 0; i < length; i++) {
      writeUnit(output, text.charAt(i));
    }
  }

  private static void writeUnit(Output output, char c) {
    if (c < 0x80) {
      output.writeByte(c);
    } else if (c < 0x800) {
      output.writeByte(0xC0 | (c >> 6));
      output.writeByte(0x80 | (c & 0x3F));
    } else {
      output.writeByte(0xE0 | (c >> 12));
      output.writeByte(0x80 | ((c >> 6) & 0x3F));
      output.writeByte(0x80 | (c & 0x3F));
    }
  }

  static String read(Input input) {
    byte[] bytes = ValueEncoding.readBytes(input);
    if (isAscii(bytes)) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
    char[] units = new char[bytes.length];
    int count = 0;
    for (int i = 0; i < bytes.length; count++) {
      int b = bytes[i++];
      if (b >= 0) {
        units[count] = (char) b;
      } else if ((b & 0xE0) == 0xC0) {
        units[count] = (char) (((b & 0x1F) << 6) | continuation(bytes, i++));
      } else if ((b & 0xF0) == 0xE0) {
        int middle = continuation(bytes, i++);
        units[count] = (char) (((b & 0xF) << 12) | (middle << 6) | continuation(bytes, i++));
      } else {
        throw new CorruptChangesException("not a first byte of text: found=" + (b & 0xFF));
      }
    }
    return new String(units, 0, count);
  }

  private static boolean isAscii(byte[] bytes) {
    int all = 0;
    for (byte b : bytes) {
      all |= b;
    }
    return all >= 0;
  }

  private static int continuation(byte[] bytes, int index) {
    if (index >= bytes.length || (bytes[index] & 0xC0) != 0x80) {
      throw new CorruptChangesException("text ends inside a character: index=" + index);
    }
    return bytes[index] & 0x3F;
  }
}
