/**
 * What a transaction changed, as values and as bytes.
 *
 * <pre>
 *   open transaction ──capture──► RowChanges ──RowChangesCodec──► bytes ──RowChangesCodec──► RowChanges ──apply──► rows
 * </pre>
 *
 * <p>Every type here is immutable and may be shared between threads; an {@code Output} or {@code
 * Input} handed to the codec belongs to the calling thread.
 */
@NullMarked
package scriptorium.database.change;

import org.jspecify.annotations.NullMarked;
