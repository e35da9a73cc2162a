package scriptorium.persistence.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.database.TableDigest;
import scriptorium.database.TableState;
import scriptorium.database.change.CorruptChangesException;
import scriptorium.database.change.EncodedPart;
import scriptorium.database.change.RowChanges;
import scriptorium.database.change.RowChangesCodec;
import scriptorium.database.change.TableName;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.ChangeSetEnd;
import scriptorium.persistence.ChangeSetPart;
import scriptorium.persistence.DigestDue;
import scriptorium.persistence.Digests;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.OutcomeNever;
import scriptorium.persistence.SchemaChanged;

/**
 * Events ↔ bytes, by hand over Kryo's {@code Output} and {@code Input}: no reflection, no class
 * names, one layout for each kind and version. {@code docs/event-format.md} gives it byte by byte;
 * golden files keep released layouts readable. Stateless, safe for use by any thread.
 */
public final class EventCodec {

  static final String CHANGE_SET = "C";
  static final String CHANGE_SET_PART = "CP";
  static final String CHANGE_SET_END = "CE";
  static final String SCHEMA_CHANGED = "S";
  static final String EPOCH_STARTED = "E";
  static final String OUTCOME_NEVER = "N";
  static final String DIGEST_DUE = "D";
  static final String DIGESTS = "DS";

  private static final int VERSION = 1;
  private static final int SCHEMA_VERSION = 2;
  private static final int STEP_STATEMENT = 0;
  private static final int STEP_ROWS = 1;

  private EventCodec() {}

  /** The event as bytes; the first byte is the layout's version. */
  public static EncodedEvent encode(JournalEvent event) {
    Output out = new Output(256, -1);
    int version = event instanceof SchemaChanged ? SCHEMA_VERSION : VERSION;
    writeStart(out, version, micros(event.time()));
    String manifest = writeBody(out, event);
    return new EncodedEvent(manifest, out.toBytes());
  }

  private static String writeBody(Output out, JournalEvent event) {
    if (event instanceof ChangeSet changeSet) {
      writeChangeSet(out, changeSet.txId(), changeSet.label(), changeSet.value());
      RowChangesCodec.write(out, changeSet.changes());
      return CHANGE_SET;
    }
    if (event instanceof ChangeSetPart part) {
      writePart(out, part.txId(), part.index());
      writeEncoded(out, part.changes());
      return CHANGE_SET_PART;
    }
    if (event instanceof ChangeSetEnd end) {
      writeChangeSet(out, end.txId(), end.label(), end.value());
      out.writeVarInt(end.parts(), true);
      writeEncoded(out, end.changes());
      return CHANGE_SET_END;
    }
    if (event instanceof EpochStarted epoch) {
      out.writeString(epoch.node());
      return EPOCH_STARTED;
    }
    if (event instanceof OutcomeNever never) {
      writeId(out, never.txId());
      return OUTCOME_NEVER;
    }
    if (event instanceof DigestDue) {
      return DIGEST_DUE;
    }
    if (event instanceof Digests digests) {
      writeDigests(out, digests);
      return DIGESTS;
    }
    writeSchemaChanged(out, (SchemaChanged) event);
    return SCHEMA_CHANGED;
  }

  private static void writeStart(Output out, int version, long timeMicros) {
    out.writeByte(version);
    out.writeVarLong(timeMicros, true);
  }

  /** All of a change set before its row changes. */
  static void writeChangeSetHead(
      Output out, long timeMicros, UUID txId, String label, byte @Nullable [] value) {
    writeStart(out, VERSION, timeMicros);
    writeChangeSet(out, txId, label, value);
  }

  private static void writeChangeSet(Output out, UUID txId, String label, byte @Nullable [] value) {
    writeId(out, txId);
    out.writeString(label);
    writeNullable(out, value);
  }

  /** All of a part before its row changes. */
  static void writePartHead(Output out, long timeMicros, UUID txId, int index) {
    writeStart(out, VERSION, timeMicros);
    writePart(out, txId, index);
  }

  private static void writePart(Output out, UUID txId, int index) {
    writeId(out, txId);
    out.writeVarInt(index, true);
  }

  private static void writeEncoded(Output out, EncodedPart changes) {
    out.writeBytes(changes.bytes(), changes.offset(), changes.length());
  }

  private static void writeSchemaChanged(Output out, SchemaChanged event) {
    out.writeByte(kindByte(event.kind()));
    out.writeVarInt(event.version(), true);
    out.writeString(event.name());
    out.writeString(event.checksum());
    out.writeBoolean(event.down().isPresent());
    event
        .down()
        .ifPresent(
            down -> {
              out.writeString(down.name());
              out.writeString(down.checksum());
              out.writeString(down.sql());
            });
    out.writeVarInt(event.steps().size(), true);
    for (SchemaChanged.Step step : event.steps()) {
      if (step instanceof SchemaChanged.Step.Statement statement) {
        out.writeByte(STEP_STATEMENT);
        out.writeString(statement.sql());
      } else if (step instanceof SchemaChanged.Step.Rows rows) {
        out.writeByte(STEP_ROWS);
        RowChangesCodec.write(out, rows.changes());
      }
    }
    RowChangesCodec.write(out, new RowChanges(List.of(), event.positions(), 0));
    out.writeVarInt(event.after().size(), true);
    for (TableState state : event.after()) {
      out.writeString(state.table().schema());
      out.writeString(state.table().table());
      out.writeVarLong(state.rows(), true);
      out.writeLong(state.digest().high());
      out.writeLong(state.digest().low());
      out.writeVarLong(state.bytes(), true);
    }
  }

  private static void writeDigests(Output out, Digests event) {
    out.writeVarLong(event.sequenceNumber(), true);
    out.writeVarInt(event.tables().size(), true);
    for (Digests.Table table : event.tables()) {
      out.writeString(table.name().schema());
      out.writeString(table.name().table());
      out.writeVarLong(table.rows(), true);
      out.writeLong(table.digest().high());
      out.writeLong(table.digest().low());
    }
  }

  /**
   * The event from its bytes.
   *
   * @throws CorruptEventException naming the manifest and what is wrong
   */
  public static JournalEvent decode(String manifest, byte[] bytes) {
    Input in = new Input(bytes);
    try {
      int version = in.readByte();
      int expected = manifest.equals(SCHEMA_CHANGED) ? SCHEMA_VERSION : VERSION;
      if (version != expected) {
        throw new CorruptEventException(
            "event of an unknown layout: manifest="
                + manifest
                + " expected="
                + expected
                + " found="
                + version
                + "; written by a newer program? use that one",
            null);
      }
      JournalEvent event = readBody(manifest, in, time(in.readVarLong(true)));
      if (in.position() != in.limit()) {
        throw new CorruptEventException(
            "event longer than its content: manifest="
                + manifest
                + " read="
                + in.position()
                + " length="
                + in.limit(),
            null);
      }
      return event;
    } catch (KryoException
        | CorruptChangesException
        | IllegalArgumentException
        | IndexOutOfBoundsException e) {
      throw new CorruptEventException(
          "event cannot be decoded: manifest="
              + manifest
              + " length="
              + bytes.length
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private static JournalEvent readBody(String manifest, Input in, Instant time) {
    return switch (manifest) {
      case CHANGE_SET ->
          new ChangeSet(
              time,
              readId(in),
              readText(in),
              readNullable(in),
              RowChangesCodec.read(in),
              in.limit());
      case CHANGE_SET_PART ->
          new ChangeSetPart(time, readId(in), in.readVarInt(true), readEncoded(in));
      case CHANGE_SET_END ->
          new ChangeSetEnd(
              time,
              readId(in),
              readText(in),
              readNullable(in),
              in.readVarInt(true),
              readEncoded(in));
      case EPOCH_STARTED -> new EpochStarted(time, readText(in));
      case OUTCOME_NEVER -> new OutcomeNever(time, readId(in));
      case DIGEST_DUE -> new DigestDue(time);
      case DIGESTS -> new Digests(time, in.readVarLong(true), readDigests(in));
      case SCHEMA_CHANGED ->
          new SchemaChanged(
              time,
              readKind(in),
              in.readVarInt(true),
              readText(in),
              readText(in),
              readDown(in),
              readSteps(in),
              RowChangesCodec.read(in).positions(),
              readStates(in));
      default ->
          throw new CorruptEventException("event of an unknown kind: manifest=" + manifest, null);
    };
  }

  /** The rest of the event: looked through, and left as it is. */
  private static EncodedPart readEncoded(Input in) {
    EncodedPart changes = new EncodedPart(in.getBuffer(), in.position());
    changes.forEachRow((table, change) -> {});
    in.setPosition(in.limit());
    return changes;
  }

  private static int kindByte(SchemaChanged.Kind kind) {
    return switch (kind) {
      case BY_HAND -> 0;
      case UP -> 1;
      case DOWN -> 2;
    };
  }

  private static SchemaChanged.Kind readKind(Input in) {
    int kind = in.readByte();
    return switch (kind) {
      case 0 -> SchemaChanged.Kind.BY_HAND;
      case 1 -> SchemaChanged.Kind.UP;
      case 2 -> SchemaChanged.Kind.DOWN;
      default ->
          throw new IllegalArgumentException("schema change of an unknown kind: kind=" + kind);
    };
  }

  private static Optional<SchemaChanged.Down> readDown(Input in) {
    int present = in.readByte();
    return switch (present) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(new SchemaChanged.Down(readText(in), readText(in), readText(in)));
      default -> throw new IllegalArgumentException("neither yes nor no: byte=" + present);
    };
  }

  private static List<SchemaChanged.Step> readSteps(Input in) {
    int count = readCount(in);
    List<SchemaChanged.Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int kind = in.readByte();
      steps.add(
          switch (kind) {
            case STEP_STATEMENT -> new SchemaChanged.Step.Statement(readText(in));
            case STEP_ROWS -> new SchemaChanged.Step.Rows(RowChangesCodec.read(in));
            default -> throw new IllegalArgumentException("step of an unknown kind: kind=" + kind);
          });
    }
    return steps;
  }

  private static List<TableState> readStates(Input in) {
    int count = readCount(in);
    List<TableState> states = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TableName table = new TableName(readText(in), readText(in));
      states.add(
          new TableState(
              table,
              in.readVarLong(true),
              new TableDigest(in.readLong(), in.readLong()),
              in.readVarLong(true)));
    }
    return states;
  }

  private static List<Digests.Table> readDigests(Input in) {
    int count = readCount(in);
    List<Digests.Table> tables = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TableName table = new TableName(readText(in), readText(in));
      tables.add(
          new Digests.Table(
              table, in.readVarLong(true), new TableDigest(in.readLong(), in.readLong())));
    }
    return tables;
  }

  /** A count that the rest of the bytes can hold: a wrong one must not cost memory. */
  private static int readCount(Input in) {
    int count = in.readVarInt(true);
    if (count < 0 || count > in.limit() - in.position()) {
      throw new IllegalArgumentException(
          "count beyond the event's end: count=" + count + " left=" + (in.limit() - in.position()));
    }
    return count;
  }

  /**
   * Kryo's text, after a look at its declared length: Kryo would set aside as many characters as
   * damaged bytes ask for.
   */
  private static String readText(Input in) {
    int start = in.position();
    if (in.readVarIntFlag()) {
      int chars = in.readVarIntFlag(true) - 1;
      if (chars < 0 || chars > in.limit() - in.position()) {
        throw new IllegalArgumentException(
            "text missing or beyond the event's end: chars="
                + chars
                + " left="
                + (in.limit() - in.position()));
      }
    }
    in.setPosition(start);
    return in.readString();
  }

  private static void writeNullable(Output out, byte @Nullable [] bytes) {
    if (bytes == null) {
      out.writeVarInt(0, true);
    } else {
      out.writeVarInt(bytes.length + 1, true);
      out.writeBytes(bytes);
    }
  }

  private static byte @Nullable [] readNullable(Input in) {
    int length = readCount(in);
    return length == 0 ? null : in.readBytes(length - 1);
  }

  private static void writeId(Output out, UUID id) {
    out.writeLong(id.getMostSignificantBits());
    out.writeLong(id.getLeastSignificantBits());
  }

  private static UUID readId(Input in) {
    return new UUID(in.readLong(), in.readLong());
  }

  static long micros(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1000);
  }

  private static Instant time(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
  }
}
