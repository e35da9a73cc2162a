package scriptorium.database.change;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.h2.value.Value;
import org.h2.value.ValueArray;
import org.h2.value.ValueBigint;
import org.h2.value.ValueBinary;
import org.h2.value.ValueBlob;
import org.h2.value.ValueBoolean;
import org.h2.value.ValueChar;
import org.h2.value.ValueClob;
import org.h2.value.ValueDecfloat;
import org.h2.value.ValueDouble;
import org.h2.value.ValueEnumBase;
import org.h2.value.ValueGeometry;
import org.h2.value.ValueInteger;
import org.h2.value.ValueJavaObject;
import org.h2.value.ValueJson;
import org.h2.value.ValueNull;
import org.h2.value.ValueNumeric;
import org.h2.value.ValueReal;
import org.h2.value.ValueRow;
import org.h2.value.ValueSmallint;
import org.h2.value.ValueTinyint;
import org.h2.value.ValueUuid;
import org.h2.value.ValueVarbinary;
import org.h2.value.ValueVarchar;
import org.h2.value.ValueVarcharIgnoreCase;

/**
 * One value of any H2 type as a tag and its content.
 *
 * <p>Equal bytes mean the same stored value, different bytes a different one: what is a change, and
 * what a digest covers, is decided on these bytes. The tags are ours and for ever; H2's own type
 * numbers changed between its versions.
 */
public final class ValueEncoding {
  /** H2 takes no more columns in a table. */
  static final int MAX_COLUMNS = 16_384;

  private static final int MAX_ELEMENTS = 65_536;
  private static final int MAX_DEPTH = 64;
  private static final int PIECE_BYTES = 64 * 1024;

  private static final int NULL = 0;
  private static final int FALSE = 1;
  private static final int TRUE = 2;
  private static final int TINYINT = 3;
  private static final int SMALLINT = 4;
  private static final int INTEGER = 5;
  private static final int BIGINT = 6;
  private static final int NUMERIC = 7;
  private static final int NUMERIC_LONG = 8;
  private static final int DECFLOAT = 9;
  private static final int DECFLOAT_LONG = 10;
  private static final int DECFLOAT_NAN = 11;
  private static final int DECFLOAT_INFINITY = 12;
  private static final int DECFLOAT_MINUS_INFINITY = 13;
  private static final int REAL = 14;
  private static final int DOUBLE = 15;
  private static final int VARCHAR = 16;
  private static final int CHAR = 17;
  private static final int VARCHAR_IGNORECASE = 18;
  private static final int VARBINARY = 19;
  private static final int BINARY = 20;
  private static final int JAVA_OBJECT = 21;
  private static final int JSON = 22;
  private static final int GEOMETRY = 23;
  private static final int CLOB = 24;
  private static final int BLOB = 25;
  private static final int UUID = 31;
  private static final int ENUM = 32;
  private static final int ARRAY = 33;
  private static final int ROW = 34;

  private ValueEncoding() {}

  /** Appends the value; a LOB is copied in pieces, so an output over a stream stays small. */
  public static void write(Output output, Value value) {
    write(output, value, 0);
  }

  private static void write(Output output, Value value, int depth) {
    switch (value.getValueType()) {
      case Value.NULL -> output.writeByte(NULL);
      case Value.BOOLEAN -> output.writeByte(value.getBoolean() ? TRUE : FALSE);
      case Value.TINYINT -> {
        output.writeByte(TINYINT);
        output.writeByte(value.getByte());
      }
      case Value.SMALLINT -> writeInt(output, SMALLINT, value.getInt());
      case Value.INTEGER -> writeInt(output, INTEGER, value.getInt());
      case Value.BIGINT -> {
        output.writeByte(BIGINT);
        output.writeVarLong(value.getLong(), false);
      }
      case Value.NUMERIC -> writeDecimal(output, NUMERIC, value.getBigDecimal());
      case Value.DECFLOAT -> writeDecfloat(output, value);
      case Value.REAL -> {
        output.writeByte(REAL);
        output.writeInt(Float.floatToIntBits(value.getFloat()));
      }
      case Value.DOUBLE -> {
        output.writeByte(DOUBLE);
        output.writeLong(Double.doubleToLongBits(value.getDouble()));
      }
      case Value.VARCHAR -> writeText(output, VARCHAR, value);
      case Value.CHAR -> writeText(output, CHAR, value);
      case Value.VARCHAR_IGNORECASE -> writeText(output, VARCHAR_IGNORECASE, value);
      case Value.VARBINARY -> writeBytes(output, VARBINARY, value);
      case Value.BINARY -> writeBytes(output, BINARY, value);
      case Value.JAVA_OBJECT -> writeBytes(output, JAVA_OBJECT, value);
      case Value.JSON -> writeBytes(output, JSON, value);
      case Value.GEOMETRY -> writeBytes(output, GEOMETRY, value);
      case Value.CLOB -> {
        output.writeByte(CLOB);
        LobEncoding.writeText(output, (ValueClob) value);
      }
      case Value.BLOB -> {
        output.writeByte(BLOB);
        LobEncoding.writeBytes(output, (ValueBlob) value);
      }
      case Value.UUID -> {
        output.writeByte(UUID);
        output.writeLong(((ValueUuid) value).getHigh());
        output.writeLong(((ValueUuid) value).getLow());
      }
      case Value.ENUM -> {
        writeInt(output, ENUM, value.getInt());
        TextEncoding.write(output, value.getString());
      }
      case Value.ARRAY -> writeElements(output, ARRAY, elements(value), depth);
      case Value.ROW -> writeElements(output, ROW, ((ValueRow) value).getList(), depth);
      default -> TemporalEncoding.write(output, value);
    }
  }

  private static void writeInt(Output output, int tag, int value) {
    output.writeByte(tag);
    output.writeVarInt(value, false);
  }

  private static void writeText(Output output, int tag, Value value) {
    output.writeByte(tag);
    TextEncoding.write(output, value.getString());
  }

  private static void writeBytes(Output output, int tag, Value value) {
    byte[] bytes = value.getBytesNoCopy();
    output.writeByte(tag);
    output.writeVarInt(bytes.length, true);
    output.writeBytes(bytes);
  }

  private static void writeElements(Output output, int tag, Value[] elements, int depth) {
    if (depth == MAX_DEPTH) {
      throw new IllegalArgumentException("value nested deeper than " + MAX_DEPTH);
    }
    output.writeByte(tag);
    output.writeVarInt(elements.length, true);
    for (Value element : elements) {
      write(output, element, depth + 1);
    }
  }

  private static Value[] elements(Value array) {
    return array instanceof UntypedArray untyped
        ? untyped.elements()
        : ((ValueArray) array).getList();
  }

  private static void writeDecfloat(Output output, Value value) {
    if (value.equals(ValueDecfloat.NAN)) {
      output.writeByte(DECFLOAT_NAN);
    } else if (value.equals(ValueDecfloat.POSITIVE_INFINITY)) {
      output.writeByte(DECFLOAT_INFINITY);
    } else if (value.equals(ValueDecfloat.NEGATIVE_INFINITY)) {
      output.writeByte(DECFLOAT_MINUS_INFINITY);
    } else {
      writeDecimal(output, DECFLOAT, value.getBigDecimal());
    }
  }

  /** The tag after the given one says that the digits do not fit a long. */
  private static void writeDecimal(Output output, int tag, BigDecimal decimal) {
    BigInteger digits = decimal.unscaledValue();
    boolean fits = digits.bitLength() < Long.SIZE;
    output.writeByte(fits ? tag : tag + 1);
    output.writeVarInt(decimal.scale(), false);
    if (fits) {
      output.writeVarLong(digits.longValue(), false);
    } else {
      byte[] bytes = digits.toByteArray();
      output.writeVarInt(bytes.length, true);
      output.writeBytes(bytes);
    }
  }

  /**
   * Reads one value. An ENUM or ARRAY comes without its type: whoever stores it gives it the
   * column's.
   *
   * @throws CorruptChangesException or one of Kryo's and H2's own exceptions if the bytes are no
   *     value
   */
  static Value read(Input input) {
    return read(input, 0);
  }

  private static Value read(Input input, int depth) {
    int tag = input.readByte();
    return switch (tag) {
      case NULL -> ValueNull.INSTANCE;
      case FALSE -> ValueBoolean.FALSE;
      case TRUE -> ValueBoolean.TRUE;
      case TINYINT -> ValueTinyint.get(input.readByte());
      case SMALLINT -> ValueSmallint.get(readSmallint(input));
      case INTEGER -> ValueInteger.get(input.readVarInt(false));
      case BIGINT -> ValueBigint.get(input.readVarLong(false));
      case NUMERIC, NUMERIC_LONG -> ValueNumeric.get(readDecimal(input, tag == NUMERIC));
      case DECFLOAT, DECFLOAT_LONG -> ValueDecfloat.get(readDecimal(input, tag == DECFLOAT));
      case DECFLOAT_NAN -> ValueDecfloat.NAN;
      case DECFLOAT_INFINITY -> ValueDecfloat.POSITIVE_INFINITY;
      case DECFLOAT_MINUS_INFINITY -> ValueDecfloat.NEGATIVE_INFINITY;
      case REAL -> ValueReal.get(Float.intBitsToFloat(input.readInt()));
      case DOUBLE -> ValueDouble.get(Double.longBitsToDouble(input.readLong()));
      case VARCHAR -> ValueVarchar.get(TextEncoding.read(input));
      case CHAR -> ValueChar.get(TextEncoding.read(input));
      case VARCHAR_IGNORECASE -> ValueVarcharIgnoreCase.get(TextEncoding.read(input));
      case VARBINARY -> ValueVarbinary.getNoCopy(readBytes(input));
      case BINARY -> ValueBinary.getNoCopy(readBytes(input));
      case JAVA_OBJECT -> ValueJavaObject.getNoCopy(readBytes(input));
      case JSON -> ValueJson.getInternal(readBytes(input));
      case GEOMETRY -> ValueGeometry.getFromEWKB(readBytes(input));
      case CLOB -> LobEncoding.readText(input);
      case BLOB -> LobEncoding.readBytes(input);
      case UUID -> ValueUuid.get(input.readLong(), input.readLong());
      case ENUM -> readEnum(input);
      case ARRAY -> new UntypedArray(readElements(input, depth));
      case ROW -> ValueRow.get(readElements(input, depth));
      default -> TemporalEncoding.read(input, tag);
    };
  }

  private static short readSmallint(Input input) {
    int value = input.readVarInt(false);
    if (value != (short) value) {
      throw new CorruptChangesException("not a SMALLINT: found=" + value);
    }
    return (short) value;
  }

  private static Value readEnum(Input input) {
    int ordinal = input.readVarInt(false);
    return ValueEnumBase.get(TextEncoding.read(input), ordinal);
  }

  private static BigDecimal readDecimal(Input input, boolean fits) {
    int scale = input.readVarInt(false);
    return fits
        ? BigDecimal.valueOf(input.readVarLong(false), scale)
        : new BigDecimal(new BigInteger(readBytes(input)), scale);
  }

  private static Value[] readElements(Input input, int depth) {
    if (depth == MAX_DEPTH) {
      throw new CorruptChangesException("value nested deeper than " + MAX_DEPTH);
    }
    Value[] elements = new Value[readCount(input, MAX_ELEMENTS, "elements")];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = read(input, depth + 1);
    }
    return elements;
  }

  static int readCount(Input input, int max, String what) {
    int count = input.readVarInt(true);
    if (count < 0 || count > max) {
      throw new CorruptChangesException(
          "too many " + what + ": found=" + Integer.toUnsignedString(count) + " max=" + max);
    }
    return count;
  }

  /** Reads a counted run of bytes in pieces: a false count meets the end before it takes memory. */
  static byte[] readBytes(Input input) {
    int length = readCount(input, Integer.MAX_VALUE, "bytes");
    if (length <= PIECE_BYTES) {
      return input.readBytes(length);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(PIECE_BYTES);
    for (int rest = length; rest > 0; rest -= PIECE_BYTES) {
      bytes.writeBytes(input.readBytes(Math.min(rest, PIECE_BYTES)));
    }
    return bytes.toByteArray();
  }
}
