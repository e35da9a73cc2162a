/**
 * Bytes of events, over Kryo's {@code Output} and {@code Input}, and the Akka serializer in front.
 *
 * <pre>
 * JournalEvent → EventCodec.encode → EncodedEvent → StoreSerializer → journal
 * journal → StoreSerializer → EventCodec.decode → JournalEvent
 * </pre>
 *
 * <p>Stateless; safe for use by any thread.
 */
@NullMarked
package scriptorium.persistence.codec;

import org.jspecify.annotations.NullMarked;
