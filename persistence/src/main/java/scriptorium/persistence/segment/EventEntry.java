package scriptorium.persistence.segment;

import static scriptorium.persistence.segment.SegmentFormat.utf8;

import akka.actor.ActorRef;
import akka.persistence.PersistentRepr;
import akka.serialization.Serialization;
import akka.serialization.Serialization$;
import akka.serialization.Serializer;
import akka.serialization.Serializers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import scala.Option;

/**
 * Akka's envelope of an event to bytes and back: entry version 1 of {@code docs/segment-format.md}.
 * Texts repeat from event to event, so the last of each is kept instead of made anew. One object a
 * thread.
 */
final class EventEntry {
  private static final int VERSION = 1;
  private static final int METADATA = 1;

  private final Serialization serialization;
  private final KnownText manifest = new KnownText();
  private final KnownText adapterManifest = new KnownText();
  private final KnownText writerUuid = new KnownText();
  private byte[] array = new byte[0];
  private int at;

  EventEntry(Serialization serialization) {
    this.serialization = serialization;
  }

  /** A text and its bytes, as last seen. */
  private static final class KnownText {
    private String text = "";
    private byte[] bytes = new byte[0];

    byte[] bytes(String value) {
      if (!value.equals(text)) {
        text = value;
        bytes = utf8(value);
      }
      return bytes;
    }

    String text(byte[] from, int start, int end) {
      if (!Arrays.equals(from, start, end, bytes, 0, bytes.length)) {
        bytes = Arrays.copyOfRange(from, start, end);
        text = new String(bytes, StandardCharsets.UTF_8);
      }
      return text;
    }
  }

  /** Whatever is encoded within finds what serializers of actor references look for. */
  <T> T encoding(Supplier<T> work) {
    return Serialization$.MODULE$.withTransportInformation(serialization.system(), work::get);
  }

  /** Adds an event to a group, within {@link #encoding}; whatever a serializer throws comes out. */
  void put(PersistentRepr event, EventGroup group) {
    Object payload = event.payload();
    Serializer serializer = serialization.findSerializerFor(payload);
    byte[] bytes = serializer.toBinary(payload);
    Option<Object> metadata = event.metadata();
    group.beginEvent();
    group.putByte(VERSION);
    group.putByte(metadata.isDefined() ? METADATA : 0);
    group.putInt64(event.timestamp());
    group.putInt32(serializer.identifier());
    group.putShortBytes(manifest.bytes(Serializers.manifestFor(serializer, payload)));
    group.putShortBytes(adapterManifest.bytes(event.manifest()));
    group.putShortBytes(writerUuid.bytes(event.writerUuid()));
    if (metadata.isDefined()) {
      putMetadata(metadata.get(), group);
    }
    group.putBytes(bytes);
    group.endEvent();
  }

  private void putMetadata(Object metadata, EventGroup group) {
    Serializer serializer = serialization.findSerializerFor(metadata);
    byte[] bytes = serializer.toBinary(metadata);
    group.putInt32(serializer.identifier());
    group.putShortBytes(utf8(Serializers.manifestFor(serializer, metadata)));
    group.putInt32(bytes.length);
    group.putBytes(bytes);
  }

  /**
   * @throws UnsupportedSegmentException for an entry of another version
   */
  PersistentRepr read(String persistenceId, long number, byte[] from, int offset, int length) {
    array = from;
    at = offset;
    int version = array[at++];
    int flags = array[at++];
    if (version != VERSION || (flags & ~METADATA) != 0) {
      throw new UnsupportedSegmentException(
          "event of another format: persistenceId=%s sequenceNumber=%d version=%d flags=%d expected version=1"
              .formatted(persistenceId, number, version, flags));
    }
    long timestamp = SegmentFormat.longAt(array, at);
    int serializerId = SegmentFormat.intAt(array, at + 8);
    at += 12;
    String payloadManifest = text(manifest);
    String eventManifest = text(adapterManifest);
    String uuid = text(writerUuid);
    Object metadata = (flags & METADATA) != 0 ? metadata() : null;
    Object payload = object(serializerId, payloadManifest, offset + length - at);
    PersistentRepr event =
        akka.persistence.PersistentRepr$.MODULE$
            .apply(payload, number, persistenceId, eventManifest, false, ActorRef.noSender(), uuid)
            .withTimestamp(timestamp);
    return metadata == null ? event : event.withMetadata(metadata);
  }

  private String text(KnownText known) {
    int length = SegmentFormat.shortAt(array, at);
    int start = at + 2;
    at = start + length;
    return known.text(array, start, at);
  }

  private Object metadata() {
    int serializerId = SegmentFormat.intAt(array, at);
    at += 4;
    String metadataManifest = text(new KnownText());
    int length = SegmentFormat.intAt(array, at);
    at += 4;
    return object(serializerId, metadataManifest, length);
  }

  private Object object(int serializerId, String objectManifest, int length) {
    byte[] bytes = Arrays.copyOfRange(array, at, at + length);
    at += length;
    return serialization.deserialize(bytes, serializerId, objectManifest).get();
  }
}
