package scriptorium.actors.internal;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.TxId;

/**
 * The outcomes of the latest writes, by txId: what makes a repeated write harmless. Bounded; the
 * oldest by sequence number is forgotten first, and the horizon then moves to its txId's time,
 * below which no unknown txId is accepted. Rebuilt from events; kept as a section of each snapshot.
 *
 * <p>Invariant: a txId that ran is either in the map or made at or before the horizon. Beside the
 * map stands the order of arrival in pages that are only ever appended to, so that a snapshot takes
 * it by noting a few references. Owned by the writer; not safe for use by several threads, but for
 * {@link Image#toBytes}.
 */
final class Outcomes {

  private static final int FORMAT = 1;
  private static final int PAGE = 1024;

  private final int most;
  private final Map<UUID, Entry> byTxId = new HashMap<>();
  private final ArrayDeque<Page> pages = new ArrayDeque<>();
  private int forgottenInFirst;
  private long horizonMillis = Long.MIN_VALUE;

  Outcomes(int most) {
    this.most = most;
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

  /** Entries in order of arrival; full pages never change, the last one only grows. */
  private static final class Page {
    private final @Nullable Entry[] entries = new @Nullable Entry[PAGE];
    private int size;
  }

  @Nullable Entry find(UUID txId) {
    return byTxId.get(txId);
  }

  void committed(UUID txId, long sequenceNumber, byte @Nullable [] value) {
    add(new Entry(txId, sequenceNumber, false, value));
  }

  void never(UUID txId, long sequenceNumber) {
    add(new Entry(txId, sequenceNumber, true, null));
  }

  private void add(Entry entry) {
    if (byTxId.put(entry.txId(), entry) != null) {
      throw new IllegalStateException(
          "a txId ran twice: txId=" + entry.txId() + " sequenceNumber=" + entry.sequenceNumber());
    }
    Page last = pages.peekLast();
    if (last == null || last.size == PAGE) {
      last = new Page();
      pages.addLast(last);
    }
    last.entries[last.size++] = entry;
    if (byTxId.size() > most) {
      forgetOldest();
    }
  }

  private void forgetOldest() {
    Page first = pages.getFirst();
    Entry oldest = entryOf(first, forgottenInFirst++);
    byTxId.remove(oldest.txId());
    horizonMillis = Math.max(horizonMillis, millisOf(oldest.txId()));
    if (forgottenInFirst == first.size) {
      pages.removeFirst();
      forgottenInFirst = 0;
    }
  }

  private static Entry entryOf(Page page, int index) {
    return java.util.Objects.requireNonNull(page.entries[index]);
  }

  /**
   * Why an unknown txId cannot be accepted: the horizon, or the future's limit; empty when it can.
   */
  Optional<Instant> refusal(UUID txId, Instant now, Duration maxSkew) {
    if (isForgotten(txId)) {
      return Optional.of(Instant.ofEpochMilli(horizonMillis));
    }
    Instant latest = now.plus(maxSkew);
    return millisOf(txId) > latest.toEpochMilli() ? Optional.of(latest) : Optional.empty();
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
    List<Page> held = new ArrayList<>(pages);
    int lastSize = held.isEmpty() ? 0 : held.get(held.size() - 1).size;
    return new Image(held, forgottenInFirst, lastSize, byTxId.size(), horizonMillis);
  }

  /** The outcomes of one moment. Safe for use by another thread than the writer's. */
  static final class Image {
    private final List<Page> held;
    private final int skipInFirst;
    private final int lastSize;
    private final int count;
    private final long horizon;

    private Image(List<Page> held, int skipInFirst, int lastSize, int count, long horizon) {
      this.held = held;
      this.skipInFirst = skipInFirst;
      this.lastSize = lastSize;
      this.count = count;
      this.horizon = horizon;
    }

    /** As bytes, for a snapshot. */
    byte[] toBytes() {
      Output out = new Output(64 + count * 32, -1);
      out.writeByte(FORMAT);
      out.writeLong(horizon);
      out.writeVarInt(count, true);
      for (int p = 0; p < held.size(); p++) {
        int end = p == held.size() - 1 ? lastSize : PAGE;
        for (int i = p == 0 ? skipInFirst : 0; i < end; i++) {
          write(out, entryOf(held.get(p), i));
        }
      }
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
      add(new Entry(txId, sequenceNumber, kind == 1, value));
    }
    horizonMillis = Math.max(horizonMillis, horizon);
  }

  private static long millisOf(UUID txId) {
    return TxId.timeOf(txId).toEpochMilli();
  }
}
