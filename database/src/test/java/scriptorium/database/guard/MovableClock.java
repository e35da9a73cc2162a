package scriptorium.database.guard;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** The real monotonic clock, set forward. */
final class MovableClock implements LongSupplier {

  private final AtomicLong ahead = new AtomicLong();

  void advance(Duration by) {
    ahead.addAndGet(by.toNanos());
  }

  @Override
  public long getAsLong() {
    return System.nanoTime() + ahead.get();
  }
}
