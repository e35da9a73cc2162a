package scriptorium.actors.internal;

import akka.actor.typed.ActorSystem;
import scriptorium.actors.StoreSettings;
import scriptorium.persistence.EpochStarted;

/**
 * Asks a journal that refuses the older of two writers, and tells nobody, whether there is a newer
 * one: whoever claims begins with an epoch event, so one query for what came after the newest
 * number known here answers for all who ask meanwhile. Safe for use by any thread, which it blocks.
 */
final class EpochQuestion implements Runnable {

  private final JournalEvents journal;
  private final EpochClaims claims;
  private final Publication publication;

  EpochQuestion(
      ActorSystem<?> system, StoreSettings settings, EpochClaims claims, Publication publication) {
    this.journal = new JournalEvents(system, settings);
    this.claims = claims;
    this.publication = publication;
  }

  /**
   * Passes where nobody has claimed since.
   *
   * @throws scriptorium.persistence.segment.FencedWriterException where somebody has
   * @throws IllegalStateException where the journal does not tell
   */
  @Override
  public void run() {
    if (claims.newest() == 0) {
      throw new IllegalStateException("this node has not claimed the journal yet");
    }
    long from = Math.max(claims.newest(), publication.sequenceNumber()) + 1;
    journal.read(
        from,
        Long.MAX_VALUE,
        envelope -> {
          if (envelope.event() instanceof EpochStarted started) {
            claims.found(envelope.sequenceNr(), started.node());
          }
          return true;
        });
  }
}
