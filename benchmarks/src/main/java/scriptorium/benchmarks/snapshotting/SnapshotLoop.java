package scriptorium.benchmarks.snapshotting;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.SnapshotReply;
import scriptorium.actors.Store;

/** Takes one snapshot after the other. Started once, stopped once. */
final class SnapshotLoop {

  private static final long LONGEST_END_SECONDS = 600;

  private final Store store;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final CompletableFuture<List<SnapshotReply.Saved>> end = new CompletableFuture<>();
  private final List<SnapshotReply.Saved> saved = new ArrayList<>();

  private SnapshotLoop(Store store) {
    this.store = store;
  }

  static SnapshotLoop start(Store store) {
    SnapshotLoop loop = new SnapshotLoop(store);
    loop.take();
    return loop;
  }

  private void take() {
    var unused = store.snapshot().whenComplete(this::taken);
  }

  private void taken(SnapshotReply reply, @Nullable Throwable failure) {
    if (reply instanceof SnapshotReply.NotNow) {
      // The last one is told as saved a moment before the next may begin.
      CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS).execute(this::take);
      return;
    }
    if (!(reply instanceof SnapshotReply.Saved one)) {
      end.completeExceptionally(new IllegalStateException("snapshot not taken: " + reply, failure));
      return;
    }
    saved.add(one);
    if (stopped.get()) {
      end.complete(List.copyOf(saved));
    } else {
      take();
    }
  }

  /** Waits for the one under way; all that were taken. */
  List<SnapshotReply.Saved> stop()
      throws InterruptedException, ExecutionException, TimeoutException {
    stopped.set(true);
    return end.get(LONGEST_END_SECONDS, TimeUnit.SECONDS);
  }
}
