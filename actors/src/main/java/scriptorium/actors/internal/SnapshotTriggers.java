package scriptorium.actors.internal;

import scriptorium.actors.StoreSettings;
import scriptorium.actors.internal.SnapshotResult.PinPoint;

/**
 * When a snapshot is due: by events, by bytes, by time, all counted from the last one that was
 * tried, whether it came off or not. Owned by the host.
 */
final class SnapshotTriggers {

  private final StoreSettings.Snapshot settings;
  private PinPoint last = new PinPoint(0, 0);
  private PinPoint now = last;
  private long lastNanos;

  SnapshotTriggers(StoreSettings.Snapshot settings, long nowNanos) {
    this.settings = settings;
    this.lastNanos = nowNanos;
  }

  /** The store was recovered from this snapshot; 0 for none. */
  void recoveredFrom(long sequenceNumber) {
    if (sequenceNumber > last.sequenceNumber()) {
      last = new PinPoint(sequenceNumber, last.journaledBytes());
    }
  }

  /** The newest snapshot there is was taken so long ago. */
  void takenBefore(long nanos, long nowNanos) {
    lastNanos = nowNanos - nanos;
  }

  /** The store has come so far. */
  void reached(PinPoint point) {
    now = point;
  }

  /** A snapshot was tried. */
  void tried(PinPoint point, long nowNanos) {
    last = point;
    lastNanos = nowNanos;
  }

  /** One was tried and did not come to its pin. */
  void tried(long nowNanos) {
    tried(now, nowNanos);
  }

  boolean isDueByWork() {
    long events = now.sequenceNumber() - last.sequenceNumber();
    long bytes = now.journaledBytes() - last.journaledBytes();
    return (settings.everyEvents() > 0 && events >= settings.everyEvents())
        || (settings.everyBytes() > 0 && bytes >= settings.everyBytes());
  }

  boolean isDueByTime(long nowNanos) {
    return !settings.everyTime().isZero() && nowNanos - lastNanos >= settings.everyTime().toNanos();
  }
}
