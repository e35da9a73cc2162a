package scriptorium.database.change;

/**
 * How captured changes are encoded.
 *
 * @param partBytes a part ends behind the first row that takes it to this size; at least 1
 * @param maxBytes what a mutation's parts may have in all; above it they are counted, not kept
 * @param beforeImages whether updates carry the old values of the changed columns, and deletes the
 *     old row
 */
public record CaptureSettings(int partBytes, long maxBytes, boolean beforeImages) {
  /** One part, of any size, without before-images. */
  public static final CaptureSettings WHOLE =
      new CaptureSettings(Integer.MAX_VALUE, Integer.MAX_VALUE, false);

  public CaptureSettings {
    if (partBytes < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "sizes out of range: partBytes=" + partBytes + " maxBytes=" + maxBytes + " expected=1..");
    }
  }
}
