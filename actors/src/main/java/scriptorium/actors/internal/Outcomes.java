package scriptorium.actors.internal;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.TxId;

/**
 * The outcomes of the latest writes, by txId: what makes a repeated write harmless. Bounded; the
 * oldest by sequence number is forgotten first, and the horizon then moves to its txId's time,
 * below which no unknown txId is accepted. Rebuilt from events; kept as a section of each snapshot.
 *
 * <p>Invariants: a txId that ran is either in the table or made at or before the horizon; none in
 * the table is newer than {@code newestMillis}, so most new ids need no look at it. Owned by the
 * writer; not safe for use by several threads, but for {@link Image#toBytes}.
 */
final class Outcomes {

  private static final int FORMAT = 1;

  private final int most;
  private final OutcomeTable table;
  private long horizonMillis = Long.MIN_VALUE;
  private long newestMillis = Long.MIN_VALUE;

  Outcomes(int most) {
    this(most, new OutcomeTable(1));
  }

  /** Begins with an empty table. */
  Outcomes(int most, OutcomeTable table) {
    this.most = most;
    this.table = table;
  }

  /**
   * A remembered outcome.
   *
   * @param txId the write's id
   * @param sequenceNumber the event's number
   * @param never whether it is a tombstone
   * @param value the encoded value; null where it was not kept
   */
  @SuppressWarnings("ArrayRecordComponent") // held, never compared
  record Entry(UUID txId, long sequenceNumber, boolean never, byte @Nullable [] value) {}

  @Nullable Entry find(UUID txId) {
    return millisOf(txId) > newestMillis ? null : table.find(txId);
  }

  void committed(UUID txId, long sequenceNumber, byte @Nullable [] value) {
    add(txId, sequenceNumber, false, value);
  }

  void never(UUID txId, long sequenceNumber) {
    add(txId, sequenceNumber, true, null);
  }

  private void add(UUID txId, long sequenceNumber, boolean never, byte @Nullable [] value) {
    long millis = millisOf(txId);
    if (millis > newestMillis) {
      newestMillis = millis;
      table.append(txId, sequenceNumber, never, value);
    } else if (!table.add(txId, sequenceNumber, never, value)) {
      throw new IllegalStateException(
          "a txId ran twice: txId=" + txId + " sequenceNumber=" + sequenceNumber);
    }
    if (table.size() > most) {
      horizonMillis = Math.max(horizonMillis, millisOf(table.forgetOldest()));
    }
  }

  /**
   * Why an unknown txId cannot be accepted: the horizon, or the future's limit; empty when it can.
   */
  Optional<Instant> refusal(UUID txId, Instant now, Duration maxSkew) {
    if (isForgotten(txId)) {
      return Optional.of(Instant.ofEpochMilli(horizonMillis));
    }
    long latestMillis = now.toEpochMilli() + maxSkew.toMillis();
    return millisOf(txId) > latestMillis
        ? Optional.of(Instant.ofEpochMilli(latestMillis))
        : Optional.empty();
  }

  /** The earliest time of which an unknown txId is accepted. */
  Instant firstAccepted() {
    return horizonMillis == Long.MIN_VALUE
        ? Instant.EPOCH
        : Instant.ofEpochMilli(horizonMillis + 1);
  }

  boolean isForgotten(UUID txId) {
    return millisOf(txId) <= horizonMillis;
  }

  /** What is remembered now, taken in microseconds; later outcomes do not show in it. */
  Image image() {
    return new Image(table.held(), horizonMillis);
  }

  /** The outcomes of one moment. Safe for use by another thread than the writer's. */
  static final class Image {
    private final OutcomeTable.Held held;
    private final long horizon;

    private Image(OutcomeTable.Held held, long horizon) {
      this.held = held;
      this.horizon = horizon;
    }

    /** As bytes, for a snapshot. */
    byte[] toBytes() {
      Output out = new Output((int) Math.min(64 + held.size() * 32L, 1 << 30), -1);
      out.writeByte(FORMAT);
      out.writeLong(horizon);
      out.writeVarInt(held.size(), true);
      held.forEach(entry -> write(out, entry));
      return out.toBytes();
    }
  }

  private static void write(Output out, Entry entry) {
    out.writeLong(entry.txId().getMostSignificantBits());
    out.writeLong(entry.txId().getLeastSignificantBits());
    out.writeVarLong(entry.sequenceNumber(), true);
    byte[] value = entry.value();
    if (entry.never()) {
      out.writeVarInt(1, true);
    } else if (value == null) {
      out.writeVarInt(0, true);
    } else {
      out.writeVarInt(value.length + 2, true);
      out.writeBytes(value);
    }
  }

  /** Adds what {@link Image#toBytes} wrote. */
  void load(byte[] bytes) {
    Input in = new Input(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw new IllegalArgumentException(
          "outcomes of an unknown format: expected=" + FORMAT + " found=" + format);
    }
    long horizon = in.readLong();
    int count = in.readVarInt(true);
    for (int i = 0; i < count; i++) {
      UUID txId = new UUID(in.readLong(), in.readLong());
      long sequenceNumber = in.readVarLong(true);
      int kind = in.readVarInt(true);
      byte[] value = kind < 2 ? null : in.readBytes(kind - 2);
      add(txId, sequenceNumber, kind == 1, value);
    }
    horizonMillis = Math.max(horizonMillis, horizon);
  }

  /** As {@link TxId#timeOf}, which has looked at each id when its request was made. */
  private static long millisOf(UUID txId) {
    return txId.getMostSignificantBits() >>> 16;
  }
}
