package scriptorium.actors;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until a test moves it. */
final class SettableClock implements InstantSource {

  private volatile Instant now;

  SettableClock(Instant now) {
    this.now = now;
  }

  @Override
  public Instant instant() {
    return now;
  }

  /** Moves by this many seconds, backwards below 0; tells the time then. */
  synchronized Instant forward(long seconds) {
    now = now.plusSeconds(seconds);
    return now;
  }
}
