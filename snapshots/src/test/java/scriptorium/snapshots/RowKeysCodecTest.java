package scriptorium.snapshots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.esotericsoftware.kryo.KryoException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import scriptorium.database.change.TableName;

class RowKeysCodecTest {
  private static final TableName TABLE = new TableName("S", "T ü");

  @Test
  void readsBackKeysWithGapsAndOfAnySign() {
    long[] keys = new Random(1).longs(5_000).sorted().toArray();

    Map<TableName, long[]> read = RowKeysCodec.read(in(bytes(Map.of(TABLE, keys))));

    assertArrayEquals(keys, read.get(TABLE));
    assertEquals(1, read.size());
  }

  @Test
  void readsNoTablesAndNoKeys() {
    assertEquals(Map.of(), RowKeysCodec.read(in(bytes(Map.of()))));
    assertArrayEquals(
        new long[0], RowKeysCodec.read(in(bytes(Map.of(TABLE, new long[0])))).get(TABLE));
  }

  @Test
  void needsAByteForAKeyWithoutGap() {
    long[] keys = new long[10_000];
    Arrays.setAll(keys, i -> i + 1);

    assertEquals(10_000, bytes(Map.of(TABLE, keys)).length, 20.0);
  }

  @Test
  void refusesTruncatedKeys() {
    byte[] bytes = bytes(Map.of(TABLE, new long[] {1, 2, 3}));

    assertThrows(
        KryoException.class, () -> RowKeysCodec.read(in(Arrays.copyOf(bytes, bytes.length - 1))));
  }

  private static byte[] bytes(Map<TableName, long[]> keys) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RowKeysCodec.write(out, keys);
    return out.toByteArray();
  }

  private static ByteArrayInputStream in(byte[] bytes) {
    return new ByteArrayInputStream(bytes);
  }
}
