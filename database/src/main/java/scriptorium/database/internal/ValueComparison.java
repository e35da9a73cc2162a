package scriptorium.database.internal;

import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.h2.value.Value;
import org.h2.value.ValueLob;
import scriptorium.database.change.ValueEncoding;

/** Whether two values are the same on disk; not thread-safe. */
final class ValueComparison {
  private final Output left = new Output(64, -1);
  private final Output right = new Output(64, -1);

  @SuppressWarnings("ReferenceEquality") // a column that no statement set keeps its very object
  boolean same(Value before, Value after) {
    if (before == after) {
      return true;
    }
    int type = before.getValueType();
    if (type != after.getValueType()) {
      return false;
    }
    return switch (type) {
      case Value.TINYINT, Value.SMALLINT, Value.INTEGER, Value.BIGINT, Value.BOOLEAN ->
          before.getLong() == after.getLong();
      case Value.VARCHAR -> before.getString().equals(after.getString());
      case Value.CLOB, Value.BLOB -> sameLob((ValueLob) before, (ValueLob) after);
      default -> sameBytes(before, after);
    };
  }

  private boolean sameBytes(Value before, Value after) {
    left.reset();
    right.reset();
    ValueEncoding.write(left, before);
    ValueEncoding.write(right, after);
    return Arrays.equals(
        left.getBuffer(), 0, left.position(), right.getBuffer(), 0, right.position());
  }

  /** Read side by side: neither is copied. */
  private static boolean sameLob(ValueLob before, ValueLob after) {
    try (InputStream old = before.getInputStream();
        InputStream present = after.getInputStream()) {
      byte[] oldPiece = new byte[8 * 1024];
      byte[] presentPiece = new byte[8 * 1024];
      while (true) {
        int n = old.readNBytes(oldPiece, 0, oldPiece.length);
        int m = present.readNBytes(presentPiece, 0, presentPiece.length);
        if (!Arrays.equals(oldPiece, 0, n, presentPiece, 0, m)) {
          return false;
        }
        if (n < oldPiece.length) {
          return true;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
