package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What the log needs of a file system: the seam where tests put their faults. */
public interface LogFiles {
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

  /** True only when it is certain that no such file exists; an error answers false. */
  boolean isAbsent(Path file);

  /** The real file system. */
  static LogFiles disk() {
    return new DiskFiles();
  }
}
