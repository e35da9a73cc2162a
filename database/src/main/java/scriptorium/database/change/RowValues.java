package scriptorium.database.change;

import com.esotericsoftware.kryo.io.Output;
import java.util.Arrays;
import org.h2.value.Value;
import org.h2.value.ValueDecfloat;
import org.h2.value.ValueToObjectConverter;
import org.jspecify.annotations.Nullable;

/**
 * Column values in the database's own representation, so that nothing is lost or converted between
 * capture and replay.
 *
 * <p>Two are equal when their encoded bytes are: SQL equality would call 'abc' and 'ABC' the same
 * in a VARCHAR_IGNORECASE column, and the same instant in two time zones too.
 */
public final class RowValues {
  private static final int PRINTED_CHARS = 40;

  private final Value[] values;

  private RowValues(Value[] values) {
    this.values = values;
  }

  /** Takes over the array: the caller does not change it afterwards. */
  public static RowValues of(Value... values) {
    return new RowValues(values);
  }

  public int size() {
    return values.length;
  }

  /** The value as H2 holds it; a LOB is valid as long as its database. */
  public Value value(int index) {
    return values[index];
  }

  /**
   * The value as JDBC would return it, for printing and for consumers outside the database; null is
   * SQL's NULL. LOBs come as text or bytes, Java objects as bytes (never deserialized), a DECFLOAT
   * that is no number as a Double.
   */
  public @Nullable Object object(int index) {
    Value value = values[index];
    return switch (value.getValueType()) {
      case Value.DECFLOAT ->
          ((ValueDecfloat) value).isFinite() ? value.getBigDecimal() : (Object) value.getDouble();
      case Value.CLOB -> value.getString();
      case Value.BLOB, Value.JAVA_OBJECT, Value.GEOMETRY -> value.getBytes();
      case Value.ARRAY, Value.ROW, Value.JSON -> value.getString();
      default -> ValueToObjectConverter.valueToDefaultObject(value, null, true);
    };
  }

  private byte[] encoded() {
    Output output = new Output(256, -1);
    for (Value value : values) {
      ValueEncoding.write(output, value);
    }
    return output.toBytes();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowValues that && Arrays.equals(encoded(), that.encoded());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encoded());
  }

  /** Shortened values: for messages read by people, not for logs. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("(");
    for (Value value : values) {
      String printed = value.getTraceSQL();
      text.append(text.length() > 1 ? ", " : "")
          .append(
              printed.length() > PRINTED_CHARS
                  ? printed.substring(0, PRINTED_CHARS) + "…"
                  : printed);
    }
    return text.append(')').toString();
  }
}
