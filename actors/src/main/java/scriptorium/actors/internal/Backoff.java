package scriptorium.actors.internal;

import java.time.Duration;
import scriptorium.actors.StoreSettings;

/** Waits between attempts: doubling from the shortest to the longest, until one succeeds. */
final class Backoff {

  private final StoreSettings.Recovery settings;
  private Duration next;

  Backoff(StoreSettings.Recovery settings) {
    this.settings = settings;
    this.next = settings.minBackoff();
  }

  /** An attempt failed: how long to wait for the next. */
  Duration failed() {
    Duration wait = next.compareTo(settings.maxBackoff()) > 0 ? settings.maxBackoff() : next;
    next = wait.multipliedBy(2);
    return wait;
  }

  /** An attempt succeeded. */
  void succeeded() {
    next = settings.minBackoff();
  }
}
