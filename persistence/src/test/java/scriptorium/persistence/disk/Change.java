package scriptorium.persistence.disk;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The smallest thing that a power loss keeps or loses as a whole. */
sealed interface Change {
  /** The call that asked for it, counted from 1. */
  long call();

  /**
   * Sectors of one file. It is one sector; only where a call puts zeros behind the end of a file
   * all of them count as one.
   *
   * @param endOfFile the file is at least as long when this is kept
   */
  record SectorWrite(long call, Inode file, int index, int sectors, Sector content, long endOfFile)
      implements Change {}

  /** Names that come to stand for a file, or for nothing, at once. */
  record NameChange(long call, Map<String, Holder> names) implements Change {}

  /** What a name stands for. */
  record Holder(@Nullable Inode file) {
    static final Holder NOTHING = new Holder(null);
  }
}
