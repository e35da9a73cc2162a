package scriptorium.database.change;

/**
 * Is given a mutation's encoded changes, part by part, while they are captured. Each part can be
 * read by {@link RowChangesCodec} for itself.
 *
 * <p>The array belongs to the caller, who goes on writing to it: what is kept is copied.
 */
public interface ChangeSink {
  /** A part that others follow. */
  void part(byte[] bytes, int length);

  /** The last part, or the only one; the sequences' positions and the growth are in it. */
  void last(byte[] bytes, int length);
}
