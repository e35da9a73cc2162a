package scriptorium.snapshots;

import scriptorium.keys.Protection;

/**
 * How a dump is written.
 *
 * @param compression of all sections
 * @param level zstd's, 1 (quick) to 19 (small); {@value #LEVEL} unless measured otherwise
 * @param chunkBytes size of every chunk but a section's last; also the dump's heap budget
 * @param share of one core that writing may use, above 0 to 1; at 0.5 it rests as long as it works
 * @param protection whether it is signed, encrypted, both or neither
 */
public record DumpSettings(
    Compression compression, int level, int chunkBytes, double share, Protection protection) {
  /** Smallest chunk: below it the manifest outgrows the chunks. */
  public static final int SMALLEST_CHUNK_BYTES = 64;

  /** Largest chunk, also the largest that a restore accepts. */
  public static final int LARGEST_CHUNK_BYTES = 64 << 20;

  /** Of INSERTs 3 makes 6 % more where they hold numbers, 4 % less where text, and is slower. */
  public static final int LEVEL = 2;

  /** Best compression at hand, chunks of 1 MiB, unthrottled. */
  public static final DumpSettings DEFAULT =
      new DumpSettings(Compression.best(), LEVEL, 1 << 20, 1.0);

  /** Unprotected. */
  public DumpSettings(Compression compression, int level, int chunkBytes, double share) {
    this(compression, level, chunkBytes, share, Protection.NONE);
  }

  public DumpSettings {
    if (level < 1 || level > 19) {
      throw new IllegalArgumentException("level=" + level + " expected 1 to 19");
    }
    if (chunkBytes < SMALLEST_CHUNK_BYTES || chunkBytes > LARGEST_CHUNK_BYTES) {
      throw new IllegalArgumentException(
          "chunkBytes=%d expected %d to %d"
              .formatted(chunkBytes, SMALLEST_CHUNK_BYTES, LARGEST_CHUNK_BYTES));
    }
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share=" + share + " expected above 0 to 1");
    }
  }

  /** Returns the same with another chunk size. */
  public DumpSettings withChunkBytes(int bytes) {
    return new DumpSettings(compression, level, bytes, share, protection);
  }

  /** Returns the same with another share of a core. */
  public DumpSettings withShare(double newShare) {
    return new DumpSettings(compression, level, chunkBytes, newShare, protection);
  }

  /** Returns the same with another compression. */
  public DumpSettings withCompression(Compression other) {
    return new DumpSettings(other, level, chunkBytes, share, protection);
  }

  /** Returns the same with another protection. */
  public DumpSettings withProtection(Protection other) {
    return new DumpSettings(compression, level, chunkBytes, share, other);
  }
}
