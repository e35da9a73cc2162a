/**
 * Bytes of events, over Kryo's {@code Output} and {@code Input}, and the Akka serializer in front.
 *
 * <pre>
 * open transaction → ChangeSetEncoder → EncodedChangeSet → StoreSerializer → journal
 * other JournalEvent → EventCodec.encode → EncodedEvent → StoreSerializer → journal
 * journal → StoreSerializer → EventCodec.decode → JournalEvent
 * </pre>
 *
 * <p>Stateless and safe for use by any thread, but for {@link
 * scriptorium.persistence.codec.ChangeSetEncoder}, which belongs to one.
 */
@NullMarked
package scriptorium.persistence.codec;

import org.jspecify.annotations.NullMarked;
