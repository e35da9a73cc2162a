package scriptorium.contract;

import com.typesafe.config.Config;
import java.io.IOException;

/**
 * What a crash in the middle of a write can leave behind, of a journal that appends to files: its
 * storage, in which only the first bytes of the newest write are written. {@link FolderCuts} does
 * it for a folder of files.
 */
public interface TornStorage {
  /** Remembers the storage as it is; a plugin has it open, but nothing is being written. */
  void beforeWrite() throws IOException;

  /**
   * Remembers what was written since: one write, which was acknowledged.
   *
   * @return how many bytes
   */
  long afterWrite() throws IOException;

  /**
   * Makes a copy of the storage as it was before the write, with the first of the written bytes,
   * and returns the settings of an actor system that uses the copy. Nobody uses the copy before.
   */
  Config cutTo(long bytes) throws IOException;
}
