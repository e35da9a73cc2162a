package scriptorium.persistence.segment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One store's log and the one thread that touches it, in the order it was asked; never interrupted,
 * for an interrupt closes the file. The thread ends while there is nothing to do, so that a process
 * of many stores has threads for those that work, and the next task starts another. It claims the
 * log when first asked for it, claims it anew after a failure, and never again once somebody else
 * claimed: until {@link #release}.
 */
final class StoreLog {
  private static final Logger LOG = LoggerFactory.getLogger(StoreLog.class);

  private final Path folder;
  private final Duration idleMark;
  private final LongFunction<OpenRequest> request;
  private final LogMetrics metrics;
  private final @Nullable Executor ahead;
  private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final Duration threadIdle;
  private final Object threadLock = new Object();
  private boolean running; // under threadLock
  private volatile @Nullable SegmentLog log;
  private volatile @Nullable FencedWriterException lost;
  private long ownEpoch;
  private volatile long framesRead; // written by the thread alone
  private volatile long recoveredTo;
  private volatile Confirmed confirmed = Confirmed.NONE;
  private volatile boolean closed;
  private volatile boolean ended;

  /**
   * @param threadIdle silence after which the thread ends
   * @param request makes the request to open with; is given the epoch claimed before, or 0
   * @param ahead makes the next segment's file before it is needed; null: nobody does
   * @param metrics counts what is done
   */
  StoreLog(
      Path folder,
      Duration idleMark,
      Duration threadIdle,
      LongFunction<OpenRequest> request,
      @Nullable Executor ahead,
      LogMetrics metrics) {
    this.metrics = metrics;
    this.folder = folder;
    this.idleMark = idleMark;
    this.threadIdle = threadIdle;
    this.request = request;
    this.ahead = ahead;
  }

  /** Runs a task on the claimed log, behind everything asked before. */
  <T> CompletableFuture<T> ask(Function<SegmentLog, T> task) {
    return submit(() -> task.apply(claimed()));
  }

  /** Like {@link #ask}, for the writer's recovery: a log that failed is opened anew. */
  <T> CompletableFuture<T> recover(Function<SegmentLog, T> task) {
    return submit(
        () -> {
          SegmentLog current = log;
          if (current != null && !current.isOpen()) {
            current.release();
            log = null;
          }
          SegmentLog open = claimed();
          open.checkNewest();
          recoveredTo = open.highestSequenceNumber();
          return task.apply(open);
        });
  }

  /** How far the log that is open here has confirmed; any thread, never waits. */
  Confirmed confirmed() {
    return confirmed;
  }

  private <T> CompletableFuture<T> submit(Callable<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Runnable asked = () -> complete(result, task);
    synchronized (threadLock) {
      work.add(asked);
      if (!running && !ended) {
        startThread(asked);
      }
    }
    if (ended) {
      refuseWaiting();
    }
    return result;
  }

  /** Where the system has no thread left, whoever asked is told, and the next one tries again. */
  private void startThread(Runnable asked) {
    Thread thread = new Thread(this::run, "scriptorium-journal-" + folder.getFileName());
    thread.setDaemon(true);
    try {
      thread.start();
      running = true;
    } finally {
      if (!running) {
        work.remove(asked);
      }
    }
  }

  private <T> void complete(CompletableFuture<T> result, Callable<T> task) {
    try {
      T value = task.call();
      noteConfirmed(); // before whoever was waiting asks for it
      result.complete(value);
    } catch (FencedWriterException e) {
      lost = e;
      result.completeExceptionally(e);
    } catch (Exception e) {
      result.completeExceptionally(e);
    } catch (Error e) {
      // The one who waits is told; the thread ends, and with it this log until a restart.
      result.completeExceptionally(e);
      throw e;
    }
  }

  private void noteConfirmed() {
    SegmentLog current = log;
    if (current == null) {
      confirmed = Confirmed.NONE;
    } else if (current.epoch() != confirmed.epoch()
        || current.highestSequenceNumber() != confirmed.number()) {
      confirmed = new Confirmed(current.epoch(), current.highestSequenceNumber());
    }
  }

  private SegmentLog claimed() {
    FencedWriterException fenced = lost;
    if (fenced != null) {
      throw new FencedWriterException("fenced before: folder=" + folder, fenced);
    }
    if (closed) {
      throw new IllegalStateException("journal is closed: folder=" + folder);
    }
    SegmentLog current = log;
    if (current == null) {
      current =
          SegmentLog.open(
              folder,
              request.apply(ownEpoch).watchedBy(this::count).tellingClaims(this::claimedAnew));
      if (ahead != null) {
        current.makeSegmentsAhead(ahead);
      }
      ownEpoch = current.epoch();
      current.countIn(metrics);
      log = current;
    }
    return current;
  }

  /**
   * An opening that fails after its claim, for want of room perhaps, leaves an epoch that is this
   * process's own. Whoever never had the log may lose it and come again: that is not noted.
   */
  private void claimedAnew(long epoch) {
    if (ownEpoch > 0) {
      ownEpoch = epoch;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread counts, others look
  private void count(SegmentName segment, long offset, FrameView frame) {
    framesRead++;
  }

  /** How many frames were read to find the log's end, over all claims. */
  long framesRead() {
    return framesRead;
  }

  /** What was counted; any thread. */
  LogMetrics metrics() {
    return metrics;
  }

  /** The highest number at the newest recovery; 0 before the first. */
  long recoveredTo() {
    return recoveredTo;
  }

  private void run() {
    boolean ordered = false;
    try {
      boolean worked = false;
      boolean marked = true;
      while (!closed) {
        Runnable task = next(worked ? idleMark : threadIdle);
        if (task != null) {
          task.run();
        } else if (worked || !marked) {
          marked = markIdle();
        } else if (rests()) {
          ordered = true;
          return;
        }
        worked = task != null;
      }
    } finally {
      if (!ordered) {
        closed = true;
        ended = true;
        refuseWaiting();
      }
    }
  }

  /** Nothing to do: the thread ends. A task that came in between keeps it. */
  private boolean rests() {
    synchronized (threadLock) {
      running = !work.isEmpty();
      return !running;
    }
  }

  /** The next task; null after a silence as long as this. */
  private @Nullable Runnable next(Duration silence) {
    while (true) {
      try {
        return work.poll(silence.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        LOG.warn("interrupt ignored: the journal's thread is never interrupted: folder={}", folder);
      }
    }
  }

  /** With {@code closed} set each task only fails. */
  private void refuseWaiting() {
    for (Runnable task = work.poll(); task != null; task = work.poll()) {
      task.run();
    }
  }

  /** False where there was no room for it: readers elsewhere wait, so it is to be tried again. */
  private boolean markIdle() {
    SegmentLog current = log;
    try {
      if (current != null && current.isOpen()) {
        current.markIdle();
      }
    } catch (FencedWriterException e) {
      lost = e;
      LOG.warn("{}", e.getMessage());
    } catch (JournalFullException e) {
      LOG.debug("no room for an idle mark: folder={}", folder);
      return false;
    } catch (RuntimeException e) {
      LOG.error("idle mark failed: folder={}", folder, e);
    }
    return true;
  }

  /**
   * Any thread.
   *
   * @throws FencedWriterException when another process is the writer, or nobody here claimed
   */
  void checkNewest() {
    SegmentLog current = log;
    FencedWriterException fenced = lost;
    if (fenced != null) {
      throw new FencedWriterException("fenced before: folder=" + folder, fenced);
    }
    if (current == null) {
      throw new FencedWriterException("not the writer: folder=" + folder + " is not claimed here");
    }
    current.checkNewest();
  }

  /** Seals and lets go in order; the claim is forgotten, so a later one starts afresh. */
  CompletableFuture<Void> release() {
    return submit(
        () -> {
          seal();
          ownEpoch = 0;
          lost = null;
          return null;
        });
  }

  /** Like {@link #release}, and the thread ends. */
  CompletableFuture<Void> close() {
    return submit(
        () -> {
          seal();
          closed = true;
          return null;
        });
  }

  private void seal() {
    SegmentLog current = log;
    log = null;
    if (current != null) {
      current.close();
    }
  }
}
