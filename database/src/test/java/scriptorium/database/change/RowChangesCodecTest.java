package scriptorium.database.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.h2.api.IntervalQualifier;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.h2.value.ValueBinary;
import org.h2.value.ValueBlob;
import org.h2.value.ValueBoolean;
import org.h2.value.ValueChar;
import org.h2.value.ValueClob;
import org.h2.value.ValueDate;
import org.h2.value.ValueDecfloat;
import org.h2.value.ValueDouble;
import org.h2.value.ValueEnumBase;
import org.h2.value.ValueGeometry;
import org.h2.value.ValueInteger;
import org.h2.value.ValueInterval;
import org.h2.value.ValueJavaObject;
import org.h2.value.ValueJson;
import org.h2.value.ValueNull;
import org.h2.value.ValueNumeric;
import org.h2.value.ValueReal;
import org.h2.value.ValueRow;
import org.h2.value.ValueSmallint;
import org.h2.value.ValueTime;
import org.h2.value.ValueTimeTimeZone;
import org.h2.value.ValueTimestamp;
import org.h2.value.ValueTimestampTimeZone;
import org.h2.value.ValueTinyint;
import org.h2.value.ValueUuid;
import org.h2.value.ValueVarbinary;
import org.h2.value.ValueVarchar;
import org.h2.value.ValueVarcharIgnoreCase;
import org.junit.jupiter.api.Test;

class RowChangesCodecTest {
  private static final String GOLDEN = "/scriptorium/database/change/row-changes-v1.hex";
  private static final String GOLDEN_WITH_BEFORE =
      "/scriptorium/database/change/row-changes-v2.hex";

  /** Every kind of change, position and value; the bytes of it are kept for ever. */
  private static RowChanges everything() {
    long date = 2026L << 9 | 11 << 5 | 30;
    List<Value> values =
        new ArrayList<>(
            List.of(
                ValueNull.INSTANCE,
                ValueBoolean.TRUE,
                ValueBoolean.FALSE,
                ValueTinyint.get((byte) -128),
                ValueSmallint.get((short) -300),
                ValueInteger.get(Integer.MIN_VALUE),
                ValueBigint.get(Long.MAX_VALUE),
                ValueNumeric.get(new BigDecimal("-12.50")),
                ValueNumeric.get(new BigDecimal("123456789012345678901234567890.123")),
                ValueDecfloat.get(new BigDecimal("1E-6000")),
                ValueDecfloat.get(new BigDecimal("-98765432109876543210E+7")),
                ValueDecfloat.NAN,
                ValueDecfloat.POSITIVE_INFINITY,
                ValueDecfloat.NEGATIVE_INFINITY,
                ValueReal.get(Float.NaN),
                ValueReal.get(-1.5f),
                ValueDouble.get(Double.NEGATIVE_INFINITY),
                ValueDouble.get(Double.MIN_VALUE),
                ValueChar.get("char "),
                ValueVarchar.get("aé€😀\0 lone \ud83d"),
                ValueVarcharIgnoreCase.get("MiXed"),
                ValueVarbinary.get(new byte[] {0, -1}),
                ValueBinary.get(new byte[] {1, 2, 3}),
                ValueJavaObject.getNoCopy(new byte[] {-84, -19}),
                ValueJson.getInternal("{\"a\":1}".getBytes(StandardCharsets.UTF_8)),
                ValueGeometry.get("POINT (1 2)"),
                ValueClob.createSmall("clob é".repeat(3)),
                ValueBlob.createSmall(new byte[] {9, 8, 7})));
    values.addAll(
        List.of(
            ValueDate.fromDateValue(date),
            ValueTime.fromNanos(86_399_999_999_999L),
            ValueTimeTimeZone.fromNanos(1, -19_800),
            ValueTimestamp.fromDateValueAndNanos(date, 123_456_789L),
            ValueTimestampTimeZone.fromDateValueAndNanos(date, 1, 64_800),
            ValueUuid.get(0x0123456789abcdefL, 0xfedcba9876543210L),
            ValueEnumBase.get("label", 2),
            new UntypedArray(
                new Value[] {ValueNumeric.get(new BigDecimal("1.5")), ValueNull.INSTANCE}),
            ValueRow.get(new Value[] {ValueInteger.get(1), ValueVarchar.get("r")})));
    for (int i = 0; i < 13; i++) {
      values.add(ValueInterval.from(IntervalQualifier.valueOf(i), i % 2 == 0, 5, i > 5 ? 1 : 0));
    }
    TableName table = new TableName("PUBLIC", "T");
    return new RowChanges(
        List.of(
            new TableChanges(
                table,
                List.of(
                    new RowChange.Inserted(-7, RowValues.of(values.toArray(Value[]::new))),
                    new RowChange.Updated(
                        Long.MAX_VALUE,
                        ColumnSet.of(0, 3, 64, 200),
                        RowValues.of(
                            ValueInteger.get(1),
                            ValueNull.INSTANCE,
                            ValueInteger.get(2),
                            ValueInteger.get(3))),
                    new RowChange.Deleted(Long.MIN_VALUE))),
            new TableChanges(new TableName("a \" b", "ü"), List.of(new RowChange.Deleted(1)))),
        List.of(
            new SequencePosition.FreeSequence("PUBLIC", "S", -5),
            new SequencePosition.FreeSequence("PUBLIC", "FEW", 1, true),
            new SequencePosition.IdentityColumn(table, "ID", 300),
            new SequencePosition.IdentityColumn(new TableName("OTHER", "X"), "ID", 1, true)),
        -12_345);
  }

  /** The same kinds of change with before-images. */
  private static RowChanges withBeforeImages() {
    RowValues row = RowValues.of(ValueInteger.get(7), ValueVarchar.get("old"));
    return new RowChanges(
        List.of(
            new TableChanges(
                new TableName("PUBLIC", "T"),
                List.of(
                    new RowChange.Inserted(6, row),
                    new RowChange.Updated(
                        7,
                        ColumnSet.of(1),
                        RowValues.of(ValueVarchar.get("new")),
                        RowValues.of(ValueNull.INSTANCE)),
                    new RowChange.Deleted(8, row)))),
        List.of(),
        -64);
  }

  private static byte[] bytes(RowChanges changes) {
    Output output = new Output(64, -1);
    RowChangesCodec.write(output, changes);
    return output.toBytes();
  }

  @Test
  void readsWhatItWrote() {
    RowChanges changes = everything();

    Input input = new Input(bytes(changes));

    assertEquals(changes, RowChangesCodec.read(input));
    assertTrue(input.end());
  }

  @Test
  void readsAcrossTheBuffersOfAStream() {
    byte[] bytes = bytes(everything());

    assertEquals(
        everything(), RowChangesCodec.read(new Input(new ByteArrayInputStream(bytes), 16)));
  }

  @Test
  void writesAndReadsTheReleasedBytes() throws IOException {
    expectGolden(GOLDEN, everything());
    expectGolden(GOLDEN_WITH_BEFORE, withBeforeImages());
  }

  private static void expectGolden(String name, RowChanges changes) throws IOException {
    String golden;
    try (var file = RowChangesCodecTest.class.getResourceAsStream(name)) {
      golden =
          file == null
              ? "no file " + name
              : new String(file.readAllBytes(), StandardCharsets.US_ASCII).strip();
    }

    assertEquals(golden, HexFormat.of().formatHex(bytes(changes)));
    assertEquals(changes, RowChangesCodec.read(new Input(HexFormat.of().parseHex(golden))));
  }

  @Test
  void everyValueIsReadableOutsideTheDatabase() {
    RowChange.Inserted inserted = (RowChange.Inserted) everything().tables().get(0).rows().get(0);

    List<String> printed = new ArrayList<>();
    for (int i = 0; i < inserted.row().size(); i++) {
      printed.add(String.valueOf(inserted.row().object(i)));
    }

    assertEquals("null", printed.get(0));
    assertEquals("-300", printed.get(4));
    assertEquals("[1.5, null]", printed.get(35));
    assertTrue(inserted.row().toString().startsWith("(NULL, TRUE, FALSE, "));
  }

  @Test
  void nothingTakesFourBytes() {
    assertEquals(4, bytes(RowChanges.NONE).length);
    assertEquals(RowChanges.NONE, RowChangesCodec.read(new Input(bytes(RowChanges.NONE))));
  }

  @Test
  void everyTruncationIsRefused() {
    for (byte[] bytes : List.of(bytes(everything()), bytes(withBeforeImages()))) {
      for (int length = 0; length < bytes.length; length++) {
        Input input = new Input(bytes, 0, length);
        assertThrows(CorruptChangesException.class, () -> RowChangesCodec.read(input));
      }
    }
  }

  @Test
  void aRowWithoutBeforeImageAmongRowsWithIsRefused() {
    RowChanges mixed =
        new RowChanges(
            List.of(
                new TableChanges(
                    new TableName("PUBLIC", "T"),
                    List.of(
                        new RowChange.Deleted(1, RowValues.of(ValueNull.INSTANCE)),
                        new RowChange.Deleted(2)))),
            List.of(),
            0);

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> bytes(mixed));

    assertTrue(String.valueOf(refused.getMessage()).contains("rowKey=2"));
  }

  @Test
  void unknownVersionIsRefusedByName() {
    byte[] bytes = bytes(RowChanges.NONE);
    bytes[0] = 3;

    CorruptChangesException refusal =
        assertThrows(CorruptChangesException.class, () -> RowChangesCodec.read(new Input(bytes)));

    assertTrue(String.valueOf(refusal.getMessage()).contains("found=3 expected=1 or 2"));
  }

  @Test
  void damagedBytesAreRefusedOrReadAsSomethingElse() {
    long seed = new Random().nextLong();
    System.out.println("RowChangesCodecTest seed=" + seed);
    Random random = new Random(seed);
    byte[] good = bytes(everything());
    byte[] withBefore = bytes(withBeforeImages());

    for (int round = 0; round < 10_000; round++) {
      byte[] damaged = (round % 4 == 0 ? withBefore : good).clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      readOrRefuse(damaged);
      byte[] garbage = new byte[1 + random.nextInt(60)];
      random.nextBytes(garbage);
      garbage[0] = (byte) (1 + round % 2);
      readOrRefuse(garbage);
    }
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      RowChangesCodec.read(new Input(bytes));
    } catch (CorruptChangesException expected) {
      assertTrue(String.valueOf(expected.getMessage()).length() > 10);
    }
  }

  @Test
  void falseLengthsTakeNoMemory() {
    for (int tag : new int[] {8, 10, 16, 19, 24, 25, 33, 34}) {
      Output output = new Output(64, -1);
      output.writeByte(1);
      output.writeVarInt(1, true);
      TextEncoding.write(output, "PUBLIC");
      TextEncoding.write(output, "T");
      output.writeVarInt(Integer.MAX_VALUE, true);
      output.writeByte(0);
      output.writeVarLong(1, false);
      output.writeVarInt(1, true);
      output.writeByte(tag);
      output.writeVarInt(Integer.MAX_VALUE, true);
      output.writeVarInt(Integer.MAX_VALUE, true);
      byte[] bytes = output.toBytes();

      assertThrows(
          CorruptChangesException.class,
          () -> RowChangesCodec.read(new Input(bytes)),
          "tag " + tag);
    }
  }
}
