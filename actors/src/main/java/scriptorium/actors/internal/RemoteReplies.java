package scriptorium.actors.internal;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.MutationType;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteReply.Busy;
import scriptorium.actors.WriteReply.Cancelled;
import scriptorium.actors.WriteReply.Committed;
import scriptorium.actors.WriteReply.Expired;
import scriptorium.actors.WriteReply.Full;
import scriptorium.actors.WriteReply.NotReady;
import scriptorium.actors.WriteReply.NotTheWriter;
import scriptorium.actors.WriteReply.Refused;
import scriptorium.actors.WriteReply.TooLarge;
import scriptorium.actors.WriteReply.TooOld;
import scriptorium.actors.WriteReply.Unknown;

/** Answers to writes as bytes between two nodes; the first byte is the layout's version. */
final class RemoteReplies {

  private static final int VERSION = 1;
  private static final int LONGEST_TEXT = 8_192; // chars: a reply must fit into a message

  private RemoteReplies() {}

  /**
   * The reply as bytes; a value that is too large, or that its type cannot encode, is withheld: the
   * write is committed all the same, and its caller must hear it.
   */
  static <T extends @Nullable Object> byte[] encode(
      WriteReply<T> reply, MutationType<?, T> type, int maxValueBytes) {
    Output out = new Output(64, -1);
    out.writeByte(VERSION);
    if (reply instanceof Committed<T> r) {
      out.writeByte('C');
      out.writeLong(r.sequenceNumber().value());
      out.writeBoolean(r.repeated());
      writeValue(out, r, type, maxValueBytes);
    } else if (reply instanceof Refused<T> r) {
      writeRefused(out, 'R', r);
    } else if (reply instanceof Unknown<T> r) {
      out.writeByte('U');
      out.writeString(cut(r.reason()));
    } else {
      writeNotDone(out, reply);
    }
    return out.toBytes();
  }

  /** A refusal by the node itself, before there is a mutation: no outcome was looked for. */
  static byte[] refusal(String message) {
    Output out = new Output(64, -1);
    out.writeByte(VERSION);
    writeRefused(out, 'r', new Refused<>(Refusals.GENERAL, Optional.empty(), message));
    return out.toBytes();
  }

  /** The write was to be stopped before it had come. */
  static byte[] neverCame() {
    Output out = new Output(32, -1);
    out.writeByte(VERSION);
    writeNotDone(out, new Cancelled<>(Duration.ZERO, Duration.ZERO, true));
    return out.toBytes();
  }

  private static void writeRefused(Output out, char kind, Refused<?> reply) {
    out.writeByte(kind);
    out.writeString(reply.sqlState());
    out.writeString(reply.constraint().orElse(null));
    out.writeString(cut(reply.message()));
  }

  /** So much of a text that it fits into a message. */
  static String cut(String text) {
    return text.length() <= LONGEST_TEXT
        ? text
        : text.substring(0, LONGEST_TEXT) + "... chars=" + text.length();
  }

  private static <T extends @Nullable Object> void writeValue(
      Output out, Committed<T> reply, MutationType<?, T> type, int maxBytes) {
    T value = reply.value();
    byte[] bytes = null;
    String withheld = reply.withheld().orElse(null);
    try {
      bytes = value == null ? null : type.encodeValue(value);
    } catch (RuntimeException e) { // the type's own code
      withheld = "it cannot be encoded: " + Refusals.describe(e);
    }
    if (bytes != null && bytes.length > maxBytes) {
      withheld = "it is too large to be sent: bytes=" + bytes.length + " limit=" + maxBytes;
      bytes = null;
    }
    out.writeString(withheld == null ? null : cut(withheld));
    out.writeVarInt(bytes == null ? 0 : bytes.length + 1, true);
    if (bytes != null) {
      out.writeBytes(bytes);
    }
  }

  private static void writeNotDone(Output out, WriteReply<?> reply) {
    if (reply instanceof Busy<?> r) {
      out.writeByte('B');
      out.writeInt(r.queued());
      out.writeLong(r.retryAfter().toNanos());
    } else if (reply instanceof Expired<?> r) {
      out.writeByte('E');
      out.writeLong(r.waited().toNanos());
    } else if (reply instanceof Cancelled<?> r) {
      out.writeByte('X');
      out.writeLong(r.ran().toNanos());
      out.writeLong(r.limit().toNanos());
      out.writeBoolean(r.byCaller());
    } else if (reply instanceof TooLarge<?> r) {
      out.writeByte('L');
      out.writeLong(r.bytes());
      out.writeLong(r.limitBytes());
    } else if (reply instanceof Full<?> r) {
      out.writeByte('F');
      out.writeLong(r.databaseBytes());
      out.writeLong(r.limitBytes());
    } else if (reply instanceof TooOld<?> r) {
      out.writeByte('O');
      out.writeLong(r.txIdTime().toEpochMilli());
      out.writeLong(r.horizon().toEpochMilli());
    } else if (reply instanceof NotTheWriter<?> r) {
      out.writeByte('W');
      out.writeString(r.writer().orElse(null));
    } else if (reply instanceof NotReady<?> r) {
      out.writeByte('N');
      out.writeString(r.phase().name());
      out.writeString(cut(r.detail()));
    }
  }

  /** The reply from its bytes; unknown where they cannot be read. */
  static <T extends @Nullable Object> WriteReply<T> decode(
      byte[] bytes, MutationType<?, T> type, UUID txId) {
    try {
      return read(bytes, type, txId);
    } catch (RuntimeException e) {
      return new Unknown<>(
          txId, "the writer's node answered in an unknown form: " + Refusals.describe(e));
    }
  }

  private static <T extends @Nullable Object> WriteReply<T> read(
      byte[] bytes, MutationType<?, T> type, UUID txId) {
    Input in = new Input(bytes);
    int version = in.readByte();
    if (version != VERSION) {
      return new Unknown<>(txId, "the writer's node answered in an unknown form: " + version);
    }
    char kind = (char) in.readByte();
    return switch (kind) {
      case 'C' -> readCommitted(in, type);
      case 'R', 'r' ->
          new Refused<>(in.readString(), Optional.ofNullable(in.readString()), in.readString());
      case 'B' -> new Busy<>(in.readInt(), Duration.ofNanos(in.readLong()));
      case 'E' -> new Expired<>(Duration.ofNanos(in.readLong()));
      case 'X' ->
          new Cancelled<>(
              Duration.ofNanos(in.readLong()), Duration.ofNanos(in.readLong()), in.readBoolean());
      case 'L' -> new TooLarge<>(in.readLong(), in.readLong());
      case 'F' -> new Full<>(in.readLong(), in.readLong());
      case 'O' ->
          new TooOld<>(Instant.ofEpochMilli(in.readLong()), Instant.ofEpochMilli(in.readLong()));
      case 'W' -> new NotTheWriter<>(Optional.ofNullable(in.readString()));
      case 'N' -> new NotReady<>(StorePhase.valueOf(in.readString()), in.readString());
      case 'U' -> new Unknown<>(txId, in.readString());
      default -> new Unknown<>(txId, "the writer's node answered in an unknown form: " + kind);
    };
  }

  private static <T extends @Nullable Object> WriteReply<T> readCommitted(
      Input in, MutationType<?, T> type) {
    SequenceNumber number = new SequenceNumber(in.readLong());
    boolean repeated = in.readBoolean();
    Optional<String> withheld = Optional.ofNullable(in.readString());
    int length = in.readVarInt(true);
    if (length == 0) {
      return new Committed<>(number, null, repeated, withheld);
    }
    try {
      return new Committed<>(number, type.decodeValue(in.readBytes(length - 1)), repeated);
    } catch (RuntimeException e) { // the type's own code
      String why = "it cannot be decoded: " + Refusals.describe(e);
      return new Committed<>(number, null, repeated, Optional.of(why));
    }
  }

  /** Whether the write is to be sent again to whoever writes next, instead of being answered. */
  static boolean isToBeSentAgain(byte[] reply) {
    return reply.length > 1 && (reply[1] == 'W' || reply[1] == 'N');
  }

  /**
   * Whether it leaves open what became of an earlier copy of the write: it was given without having
   * looked for its outcome, or the journal has lost this copy.
   */
  static boolean leavesOpen(byte[] reply) {
    if (reply.length < 2) {
      return true;
    }
    return switch (reply[1]) {
      case 'B', 'E', 'r', 'U' -> true;
      case 'X' -> new Input(reply, 2, Long.BYTES).readLong() == 0; // it had not been started
      default -> false;
    };
  }
}
