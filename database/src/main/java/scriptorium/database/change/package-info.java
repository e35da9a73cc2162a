/**
 * What a transaction changed, as values and as bytes.
 *
 * <pre>
 *   open transaction ──RowChangesEncoder──► bytes, in parts ──RowChangesCodec──► RowChange after RowChange ──apply──► rows
 *                                                           └─────────────────► RowChanges: for people and consumers
 * </pre>
 *
 * <p>Every type here is immutable and may be shared between threads, but for the encoder, which
 * belongs to one; so does an {@code Output} or {@code Input} handed to the codec.
 */
@NullMarked
package scriptorium.database.change;

import org.jspecify.annotations.NullMarked;
