package scriptorium.snapshots;

import java.io.IOException;

/** Gives back the chunks a {@link ChunkSink} was given; asked for each once, section by section. */
@FunctionalInterface
public interface ChunkSource {
  /**
   * Returns a chunk's bytes; whether they are the right ones is checked by the caller.
   *
   * @throws IOException if it is missing or cannot be read
   */
  byte[] read(int index) throws IOException;

  /** Called now and then in the midst of work on what was read: may let the thread rest. */
  default void pace() {}
}
