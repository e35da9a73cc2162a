package scriptorium.actors.internal;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a mutation's value, so that a repeated txId gets the first answer also after a failover.
 * Plain values only: null, booleans, whole and decimal numbers, text, bytes, UUIDs, instants;
 * others are given to the first caller and not kept.
 */
final class ValueCodec {

  private static final int NULL = 0;
  private static final int BOOLEAN = 1;
  private static final int INTEGER = 2;
  private static final int LONG = 3;
  private static final int DOUBLE = 4;
  private static final int STRING = 5;
  private static final int BYTES = 6;
  private static final int ID = 7;
  private static final int DECIMAL = 8;
  private static final int INSTANT = 9;
  private static final byte[] NULL_BYTES = {NULL};

  private ValueCodec() {}

  static byte @Nullable [] encode(@Nullable Object value) {
    if (value == null) {
      return NULL_BYTES;
    }
    Output out = new Output(64, -1);
    return write(out, value) ? out.toBytes() : null;
  }

  private static boolean write(Output out, Object value) {
    if (value instanceof Boolean v) {
      out.writeByte(BOOLEAN);
      out.writeBoolean(v);
    } else if (value instanceof Integer v) {
      out.writeByte(INTEGER);
      out.writeVarInt(v, false);
    } else if (value instanceof Long v) {
      out.writeByte(LONG);
      out.writeVarLong(v, false);
    } else if (value instanceof Double v) {
      out.writeByte(DOUBLE);
      out.writeDouble(v);
    } else if (value instanceof String v) {
      out.writeByte(STRING);
      out.writeString(v);
    } else if (value instanceof byte[] v) {
      out.writeByte(BYTES);
      writeBytes(out, v);
    } else if (value instanceof UUID v) {
      out.writeByte(ID);
      out.writeLong(v.getMostSignificantBits());
      out.writeLong(v.getLeastSignificantBits());
    } else if (value instanceof BigDecimal v) {
      out.writeByte(DECIMAL);
      out.writeVarInt(v.scale(), false);
      writeBytes(out, v.unscaledValue().toByteArray());
    } else if (value instanceof Instant v) {
      out.writeByte(INSTANT);
      out.writeLong(v.getEpochSecond());
      out.writeInt(v.getNano());
    } else {
      return false;
    }
    return true;
  }

  static @Nullable Object decode(byte[] bytes) {
    Input in = new Input(bytes);
    int kind = in.readByte();
    return switch (kind) {
      case NULL -> null;
      case BOOLEAN -> in.readBoolean();
      case INTEGER -> in.readVarInt(false);
      case LONG -> in.readVarLong(false);
      case DOUBLE -> in.readDouble();
      case STRING -> in.readString();
      case BYTES -> in.readBytes(in.readVarInt(true));
      case ID -> new UUID(in.readLong(), in.readLong());
      case DECIMAL -> readDecimal(in);
      case INSTANT -> Instant.ofEpochSecond(in.readLong(), in.readInt());
      default ->
          throw new IllegalArgumentException(
              "kept value of unknown kind: kind=" + kind + " known=0 to " + INSTANT);
    };
  }

  private static BigDecimal readDecimal(Input in) {
    int scale = in.readVarInt(false);
    return new BigDecimal(new BigInteger(in.readBytes(in.readVarInt(true))), scale);
  }

  private static void writeBytes(Output out, byte[] bytes) {
    out.writeVarInt(bytes.length, true);
    out.writeBytes(bytes);
  }
}
