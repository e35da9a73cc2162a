package scriptorium.snapshots;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import scriptorium.database.change.TableName;

/**
 * Bytes of the row-keys section: tables n, n × { schema, table, rows n, n × difference from the key
 * before }. Keys without gaps cost a byte each, and nearly nothing once compressed.
 */
final class RowKeysCodec {
  private static final int FORMAT = 1;
  private static final int FIRST_GUESS = 1_024;

  private RowKeysCodec() {}

  static void write(OutputStream stream, Map<TableName, long[]> keys) {
    // Flushed, not closed: the section outlives it.
    Output out = new Output(stream, 4_096);
    out.writeByte(FORMAT);
    out.writeVarInt(keys.size(), true);
    keys.forEach(
        (table, rowKeys) -> {
          out.writeString(table.schema());
          out.writeString(table.table());
          out.writeVarInt(rowKeys.length, true);
          long previous = 0;
          for (long key : rowKeys) {
            out.writeVarLong(key - previous, false);
            previous = key;
          }
        });
    out.flush();
  }

  /**
   * Reads a snapshot's section of row keys.
   *
   * @throws CorruptSnapshotException if it is not readable
   */
  static Map<TableName, long[]> read(SnapshotManifest manifest, ChunkSource source)
      throws IOException {
    try (SectionInput in = SectionInput.open(manifest, SnapshotManifest.ROW_KEYS, source)) {
      Map<TableName, long[]> keys = read(in);
      if (in.read() >= 0) {
        throw CorruptSnapshotException.of(manifest, "row keys have bytes behind their end");
      }
      return keys;
    } catch (KryoException e) {
      throw CorruptSnapshotException.of(manifest, "row keys are not readable: " + e, e);
    }
  }

  static Map<TableName, long[]> read(InputStream stream) {
    Input in = new Input(stream, 4_096);
    int format = in.readByte();
    if (format != FORMAT) {
      throw new UnsupportedSnapshotException(
          "row keys are of another format: format=%d newestKnown=%d".formatted(format, FORMAT));
    }
    Map<TableName, long[]> keys = new LinkedHashMap<>();
    for (int left = in.readVarInt(true); left > 0; left--) {
      TableName table = new TableName(in.readString(), in.readString());
      keys.put(table, readKeys(in));
    }
    return keys;
  }

  private static long[] readKeys(Input in) {
    int count = in.readVarInt(true);
    if (count < 0) {
      throw new IllegalArgumentException("declared row keys=" + count);
    }
    // Grows with what is really read: a forged count must not cost memory.
    long[] keys = new long[Math.min(count, FIRST_GUESS)];
    long previous = 0;
    for (int i = 0; i < count; i++) {
      if (i == keys.length) {
        keys = Arrays.copyOf(keys, (int) Math.min(count, 2L * keys.length));
      }
      previous += in.readVarLong(false);
      keys[i] = previous;
    }
    return keys;
  }
}
