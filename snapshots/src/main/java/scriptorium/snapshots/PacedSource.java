package scriptorium.snapshots;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Keeps whoever reads a snapshot to a share of one core: it rests, before each chunk and whenever
 * {@link #pace} is called, in proportion to the work since. The wait for a chunk is no work. Used
 * by one thread.
 */
public final class PacedSource implements ChunkSource {
  private final ChunkSource source;
  private final Throttle throttle;

  /**
   * @param share above 0, at most 1
   * @param nanoTime a monotonic clock
   * @param stopped ends a rest early
   */
  public PacedSource(
      ChunkSource source, double share, LongSupplier nanoTime, BooleanSupplier stopped) {
    this.source = source;
    this.throttle = new Throttle(share, nanoTime, stopped);
  }

  @Override
  public void pace() {
    throttle.pace();
  }

  @Override
  public byte[] read(int index) throws IOException {
    throttle.pace();
    throttle.pause();
    try {
      return source.read(index);
    } finally {
      throttle.resume();
    }
  }
}
