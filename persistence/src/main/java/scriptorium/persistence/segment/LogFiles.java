package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What the log needs of a file system: the seam where tests put their faults. All that a log does
 * with files and folders goes through here.
 */
public interface LogFiles {
  /** What is held of a folder. */
  interface Hold extends AutoCloseable {
    /** Lets go; no effect the second time. */
    @Override
    void close();
  }

  /**
   * Makes a store's folder and those above it, durable and for this user only.
   *
   * @return its real path
   * @throws UnusableFolderException when that is not possible
   */
  Path prepareFolder(Path folder);

  /**
   * Holds a folder against other processes.
   *
   * @throws UnusableFolderException naming the folder and who holds it
   */
  Hold lock(Path folder, LockMode mode, Claimant claimant);

  /** The kind of file system a folder is on, as the operating system calls it. */
  String fileSystemType(Path folder) throws IOException;

  /** Makes a file that must not exist, mode 0600, for reading and writing. */
  LogFile create(Path file) throws IOException;

  /** Opens a file for reading. */
  LogFile openToRead(Path file) throws IOException;

  /** Opens an existing file: one's own to write it, another's only to force it. */
  LogFile openToWrite(Path file) throws IOException;

  /** Gives a complete file a second name, which must not exist. */
  void link(Path newName, Path existing) throws IOException;

  /** Unlinks; no error when there is none. */
  void delete(Path file) throws IOException;

  /** Returns when names that appeared and went in a folder are durable. */
  void forceFolder(Path folder) throws IOException;

  /** File names in a folder, in no order. */
  List<String> list(Path folder) throws IOException;

  /**
   * Whether no such file exists.
   *
   * @throws IOException when that cannot be told, which is neither
   */
  boolean isAbsent(Path file) throws IOException;

  /**
   * The same, quicker where that is possible, of a folder on a local file system.
   *
   * @param known a file of the same folder that is there
   */
  default boolean isAbsentBeside(Path file, Path known) throws IOException {
    return isAbsent(file);
  }

  /** The real file system. */
  static LogFiles disk() {
    return new DiskFiles();
  }
}
