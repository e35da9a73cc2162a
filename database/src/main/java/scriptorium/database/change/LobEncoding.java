package scriptorium.database.change;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.CharBuffer;
import org.h2.value.ValueBlob;
import org.h2.value.ValueClob;

/**
 * LOBs as full pieces of fixed size, the last one shorter, then an empty one: written without the
 * length being known, and the same content always as the same bytes.
 */
final class LobEncoding {
  private static final int PIECE = 8 * 1024;

  private LobEncoding() {}

  static void writeBytes(Output output, ValueBlob value) {
    try (InputStream content = value.getInputStream()) {
      byte[] piece = new byte[PIECE];
      int n = content.readNBytes(piece, 0, PIECE);
      while (n > 0) {
        output.writeVarInt(n, true);
        output.writeBytes(piece, 0, n);
        n = content.readNBytes(piece, 0, PIECE);
      }
      output.writeVarInt(0, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void writeText(Output output, ValueClob value) {
    try (Reader content = value.getReader()) {
      char[] piece = new char[PIECE];
      int n = fill(content, piece);
      while (n > 0) {
        TextEncoding.write(output, CharBuffer.wrap(piece), n);
        n = fill(content, piece);
      }
      output.writeVarInt(0, true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int fill(Reader content, char[] piece) throws IOException {
    int filled = 0;
    while (filled < piece.length) {
      int n = content.read(piece, filled, piece.length - filled);
      if (n < 0) {
        break;
      }
      filled += n;
    }
    return filled;
  }

  static ValueBlob readBytes(Input input) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] piece = ValueEncoding.readBytes(input);
    while (piece.length > 0) {
      content.writeBytes(piece);
      piece = ValueEncoding.readBytes(input);
    }
    return ValueBlob.createSmall(content.toByteArray());
  }

  static ValueClob readText(Input input) {
    StringBuilder content = new StringBuilder();
    String piece = TextEncoding.read(input);
    while (!piece.isEmpty()) {
      content.append(piece);
      piece = TextEncoding.read(input);
    }
    return ValueClob.createSmall(content.toString());
  }
}
