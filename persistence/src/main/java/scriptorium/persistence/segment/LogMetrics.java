package scriptorium.persistence.segment;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Counts what one log does, over all of its openings. Counted by the log's thread alone, read by
 * any; nobody waits, and an ordered store is all that a number costs.
 */
final class LogMetrics {
  private final LongSupplier nanos;
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong groups = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong replayedEvents = new AtomicLong();
  private final AtomicLong replayNanos = new AtomicLong();
  private final DurationHistogram.Recorder forces = new DurationHistogram.Recorder();

  /**
   * @param nanos a clock for durations
   */
  LogMetrics(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Counts without a clock, for a log that nobody asks. */
  static LogMetrics timeless() {
    return new LogMetrics(() -> 0);
  }

  long now() {
    return nanos.getAsLong();
  }

  /** A force that began then has returned. */
  void forced(long began) {
    forces.add(now() - began);
  }

  /** A frame counts. */
  void wrote(EventGroup frame) {
    bytes.lazySet(bytes.getPlain() + frame.frameBytes());
    if (frame.count() > 0) {
      groups.lazySet(groups.getPlain() + 1);
      events.lazySet(events.getPlain() + frame.count());
    }
  }

  /** So many events were passed on since then. */
  void replayed(long count, long began) {
    replayedEvents.lazySet(replayedEvents.getPlain() + count);
    replayNanos.lazySet(replayNanos.getPlain() + now() - began);
  }

  JournalMetrics with(long segments, long segmentBytes) {
    return new JournalMetrics(
        events.get(),
        groups.get(),
        bytes.get(),
        forces.copy(),
        segments,
        segmentBytes,
        replayedEvents.get(),
        Duration.ofNanos(replayNanos.get()));
  }
}
