package scriptorium.persistence.codec;

import com.esotericsoftware.kryo.io.Output;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.database.Savepoint;
import scriptorium.database.WriterTransaction;
import scriptorium.database.change.CaptureSettings;
import scriptorium.database.change.Captured;
import scriptorium.database.change.ChangeSink;

/**
 * Captures what a mutation changed straight into events: the bytes that {@link EventCodec#encode}
 * would make of the change set, without the change set.
 *
 * <p>Each part is copied once, into the event's own array. What is above the limit is counted and
 * not kept, so a mutation of any size needs no more heap than the limit says. Reused from mutation
 * to mutation, by one thread at a time.
 */
public final class ChangeSetEncoder {

  private final WriterTransaction transaction;
  private final CaptureSettings settings;
  private final Output head = new Output(256, -1);
  private final Sink sink = new Sink();
  private long timeMicros;

  /**
   * An encoder for mutations of one transaction.
   *
   * @param settings how they are cut, and how large their changes may be
   */
  public ChangeSetEncoder(WriterTransaction transaction, CaptureSettings settings) {
    this.transaction = transaction;
    this.settings = settings;
  }

  /** The time of the change sets from here on. */
  public void time(Instant time) {
    timeMicros = EventCodec.micros(time);
  }

  /**
   * Captures the changes since the savepoint.
   *
   * @param value the mutation's encoded value; null where it is not kept
   * @throws scriptorium.database.BrokenInvariantException as {@link WriterTransaction#capture}
   */
  public EncodedChangeSet capture(
      Savepoint since, UUID txId, String label, byte @Nullable [] value) {
    sink.begin(txId, label, value);
    Captured captured = transaction.capture(since, settings, sink);
    return sink.end(captured);
  }

  private final class Sink implements ChangeSink {
    private final List<EncodedEvent> parts = new ArrayList<>();
    private UUID txId = new UUID(0, 0);
    private String label = "";
    private byte @Nullable [] value;
    private @Nullable EncodedEvent last;

    void begin(UUID id, String name, byte @Nullable [] kept) {
      forget();
      txId = id;
      label = name;
      value = kept;
    }

    @Override
    public void part(byte[] bytes, int length) {
      head.reset();
      EventCodec.writePartHead(head, timeMicros, txId, parts.size());
      parts.add(event(EventCodec.CHANGE_SET_PART, bytes, length));
    }

    @Override
    public void last(byte[] bytes, int length) {
      head.reset();
      EventCodec.writeChangeSetHead(head, timeMicros, txId, label, value);
      if (!parts.isEmpty()) {
        head.writeVarInt(parts.size(), true);
      }
      String manifest = parts.isEmpty() ? EventCodec.CHANGE_SET : EventCodec.CHANGE_SET_END;
      last = event(manifest, bytes, length);
    }

    private EncodedEvent event(String manifest, byte[] bytes, int length) {
      byte[] event = new byte[head.position() + length];
      System.arraycopy(head.getBuffer(), 0, event, 0, head.position());
      System.arraycopy(bytes, 0, event, head.position(), length);
      return new EncodedEvent(manifest, event);
    }

    private void forget() {
      parts.clear();
      last = null;
      value = null;
    }

    EncodedChangeSet end(Captured captured) {
      EncodedEvent end = last;
      List<EncodedEvent> events;
      if (end == null) {
        events = List.of();
      } else if (parts.isEmpty()) {
        events = List.of(end);
      } else {
        parts.add(end);
        events = parts;
      }
      EncodedChangeSet changeSet =
          new EncodedChangeSet(events, captured.bytes(), captured.growthBytes());
      forget();
      return changeSet;
    }
  }
}
