package scriptorium.snapshots;

import java.io.IOException;

/**
 * Takes a snapshot's chunks one after the other and keeps them somewhere.
 *
 * <p>Called on the dump's thread. The dump goes on when {@link #accept} returns: a sink that blocks
 * until its store has answered bounds the heap to one chunk, one that throws ends the dump.
 */
@FunctionalInterface
public interface ChunkSink {
  /**
   * Keeps one chunk.
   *
   * @param index counts from 0 without gaps
   * @param bytes belongs to the sink from now on
   * @throws IOException if it cannot be kept; the dump ends with this exception
   * @throws InterruptedException if the wait for the store was interrupted; ends the dump too
   */
  void accept(int index, byte[] bytes) throws IOException, InterruptedException;
}
