package scriptorium.database.change;

/**
 * What a capture came to.
 *
 * @param bytes of all parts; exact also where they are too many and were not kept
 * @param growthBytes as {@link RowChanges#growthBytes}
 */
public record Captured(long bytes, long growthBytes) {}
