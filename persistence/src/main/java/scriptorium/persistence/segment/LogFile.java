package scriptorium.persistence.segment;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** One open file of the log. Places are bytes from its start. */
public interface LogFile extends Closeable {
  /** Reads what is there, at most the buffer's remaining bytes; -1 behind the end of the file. */
  int read(ByteBuffer into, long position) throws IOException;

  /** Writes all remaining bytes. When it throws, any of them may be written. */
  void write(ByteBuffer from, long position) throws IOException;

  /** Returns when everything written is durable. When it throws, nothing is known. */
  void force() throws IOException;

  long size() throws IOException;
}
