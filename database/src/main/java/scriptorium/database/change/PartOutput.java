package scriptorium.database.change;

import com.esotericsoftware.kryo.io.Output;
import java.util.Arrays;

/**
 * The part under construction. As soon as it needs a larger array than what may be kept allows, it
 * drops what it is given and only counts it: a row too large costs time, not heap.
 */
final class PartOutput extends Output {
  private static final int FIRST_BYTES = 4 << 10;
  private static final int DOUBLED_BYTES = 1 << 20;
  private static final int KEPT_BYTES = 4 << 20;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 16;

  private long dropped;
  private long mayKeep;
  private boolean dropping;

  PartOutput() {
    super(FIRST_BYTES, MOST_BYTES);
  }

  /** Empties it for a new part; an array grown by a huge row is given back. */
  void begin(long mayKeepBytes) {
    if (capacity > KEPT_BYTES) {
      buffer = new byte[FIRST_BYTES];
      capacity = FIRST_BYTES;
    }
    reset();
    dropped = 0;
    mayKeep = Math.min(mayKeepBytes, MOST_BYTES);
    dropping = mayKeepBytes <= 0;
  }

  /** Bytes written to this part, dropped ones included. */
  long bytes() {
    return dropped + position;
  }

  boolean isDropping() {
    return dropping;
  }

  /** Takes back some of the count; only while dropping. */
  void uncount(int bytes) {
    dropped -= bytes;
  }

  /** Writes a number into the place of {@code reserved} bytes and closes the gap behind it. */
  void fill(int at, int reserved, int number) {
    int width = varIntLength(number, true);
    if (dropping) {
      uncount(reserved - width);
      return;
    }
    int end = position;
    if (width < reserved) {
      System.arraycopy(buffer, at + reserved, buffer, at + width, end - at - reserved);
      end -= reserved - width;
    }
    position = at;
    writeVarInt(number, true);
    position = end;
  }

  @Override
  protected boolean require(int required) {
    if (capacity - position >= required) {
      return false;
    }
    if (!dropping && (long) position + required > mayKeep) {
      dropping = true;
    }
    if (dropping) {
      dropped += position;
      position = 0;
    }
    if (capacity < position + required) {
      grow(position + required);
    }
    return true;
  }

  private void grow(int needed) {
    long larger = capacity < DOUBLED_BYTES ? 2L * capacity : capacity + (capacity >> 1);
    buffer = Arrays.copyOf(buffer, (int) Math.max(needed, Math.min(larger, MOST_BYTES)));
    capacity = buffer.length;
  }
}
