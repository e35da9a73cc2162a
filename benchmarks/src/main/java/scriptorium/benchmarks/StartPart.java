package scriptorium.benchmarks;

import static scriptorium.benchmarks.restart.Started.RECOVERY;
import static scriptorium.benchmarks.restart.Started.RESTORING;

import org.jspecify.annotations.Nullable;
import scriptorium.benchmarks.restart.Started;

/** Where the time of a store's start goes; together all of it. */
enum StartPart {
  JVM("Java and the main program") {
    @Override
    long micros(Started started) {
      return started.toMain().toNanos() / 1000;
    }
  },
  AROUND("actor system, journal, first event") {
    @Override
    long micros(Started started) {
      return started.toReady().toNanos() / 1000
          - JVM.micros(started)
          - started.partMicros(RESTORING);
    }
  },
  RESTORE("snapshot restored and verified") {
    @Override
    long micros(Started started) {
      return started.partMicros(RESTORING);
    }
  };

  private final String title;

  StartPart(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  abstract long micros(Started started);

  boolean isKnown(@Nullable Started started) {
    return started != null && started.partMicros(RECOVERY) > 0;
  }

  /** Of the whole start. */
  double shareOf(Started started) {
    return micros(started) * 1e3 / started.toReady().toNanos();
  }
}
