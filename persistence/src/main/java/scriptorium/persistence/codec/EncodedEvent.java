package scriptorium.persistence.codec;

/**
 * An event as bytes: what the writer persists. Encoding comes before persisting, so that an event
 * that cannot be encoded is refused before the journal has seen it.
 *
 * @param manifest which kind of event
 * @param bytes the event, by {@link EventCodec}
 */
@SuppressWarnings("ArrayRecordComponent") // handed on once, compared by nobody
public record EncodedEvent(String manifest, byte[] bytes) {}
