package scriptorium.database.change;

import com.esotericsoftware.kryo.io.Input;

/**
 * One part of a mutation's changes, still encoded: so that a large mutation can be held until it is
 * whole, and replayed row by row.
 *
 * @param bytes not to be changed
 * @param offset where the part starts; it ends with the array
 */
@SuppressWarnings("ArrayRecordComponent") // held, never compared
public record EncodedPart(byte[] bytes, int offset) {
  /**
   * Decodes the rows, one after another, keeping none.
   *
   * @throws CorruptChangesException if the bytes are no changes, or more than these
   */
  public EncodedTail forEachRow(RowChangeConsumer consumer) {
    Input input = new Input(bytes, offset, bytes.length - offset);
    EncodedTail tail = RowChangesCodec.read(input, consumer);
    if (!input.end()) {
      throw new CorruptChangesException(
          "changes longer than their content: read="
              + (input.position() - offset)
              + " length="
              + (bytes.length - offset));
    }
    return tail;
  }

  /** The part as values. */
  public RowChanges decoded() {
    return RowChangesCodec.read(new Input(bytes, offset, bytes.length - offset));
  }

  public int length() {
    return bytes.length - offset;
  }
}
