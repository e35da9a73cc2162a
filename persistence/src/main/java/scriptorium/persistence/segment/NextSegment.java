package scriptorium.persistence.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of the segment after the present one, made full of zeros by another thread while there
 * is room in the present one: the group that fills a segment would otherwise wait until as many
 * zeros are on the disk as the next one has bytes.
 *
 * <p>The file has a {@code tmp-} name and no place in the log; whoever claims after a crash deletes
 * it. Where it cannot be made, for want of room for example, the group that needs it tries anew and
 * says what is wrong. Belongs to the log's thread.
 */
final class NextSegment {
  private static final Logger LOG = LoggerFactory.getLogger(NextSegment.class);

  /** Forced at a time: a force of the log then never waits behind more than this. */
  private static final long STEP_BYTES = 1 << 20;

  private final Path folder;
  private final LogFiles files;
  private final long epoch;
  private final Executor executor;
  private @Nullable Making making;

  /** The work on a file. Who sets {@code isBegun} does it, or sees to it that nobody does. */
  private static final class Making {
    final long bytes;
    final AtomicBoolean isBegun = new AtomicBoolean();
    final CompletableFuture<Path> file = new CompletableFuture<>();
    volatile boolean isCancelled;

    Making(long bytes) {
      this.bytes = bytes;
    }

    boolean begin() {
      return isBegun.compareAndSet(false, true);
    }
  }

  NextSegment(Path folder, LogFiles files, long epoch, Executor executor) {
    this.folder = folder;
    this.files = files;
    this.epoch = epoch;
    this.executor = executor;
  }

  /** Has it made, unless that was done. */
  void make(long bytes) {
    if (making == null) {
      Making asked = new Making(bytes);
      making = asked;
      try {
        executor.execute(() -> run(asked));
      } catch (RejectedExecutionException | OutOfMemoryError e) {
        // Closed, or the system has no thread left: then who needs it makes it.
        LOG.debug("nobody makes segments ahead: folder={}", folder, e);
      }
    }
  }

  private void run(Making asked) {
    if (!asked.begin()) {
      return;
    }
    try {
      asked.file.complete(
          SegmentWriter.prepare(folder, files, epoch, asked.bytes, STEP_BYTES, () -> check(asked)));
    } catch (IOException | RuntimeException e) {
      asked.file.completeExceptionally(e);
    } catch (Error e) {
      asked.file.completeExceptionally(e); // the log's thread may be waiting for it
      throw e;
    }
  }

  private static void check(Making asked) throws IOException {
    if (asked.isCancelled) {
      throw new IOException("not needed any more");
    }
  }

  /**
   * The file, which is the caller's from now on. Waits for one that is being made; makes it where
   * nobody does.
   */
  Path take(long bytes) throws IOException {
    Making asked = making;
    making = null;
    if (asked != null && asked.bytes != bytes) {
      discard(asked);
    } else if (asked != null && !asked.begin()) {
      try {
        return asked.file.join();
      } catch (CompletionException e) {
        LOG.debug("next segment was not made ahead: folder={}", folder, e.getCause());
      }
    }
    return SegmentWriter.prepare(folder, files, epoch, bytes);
  }

  /** Deletes the file; returns when nobody works on it any more. */
  void close() {
    Making asked = making;
    making = null;
    discard(asked);
  }

  private void discard(@Nullable Making asked) {
    if (asked == null || asked.begin()) {
      return;
    }
    asked.isCancelled = true;
    try {
      files.delete(asked.file.join());
    } catch (CompletionException e) {
      LOG.debug("next segment was not made: folder={}", folder, e.getCause()); // nothing is left
    } catch (IOException e) {
      LOG.warn("file of the next segment is left until the next start: folder={}", folder, e);
    }
  }
}
