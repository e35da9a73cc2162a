package scriptorium.actors.internal;

import java.time.Instant;
import scriptorium.actors.StoreSettings;
import scriptorium.database.EmbeddedDatabase;

/**
 * All that a store's events amount to, exact at one sequence number: what an incarnation of the
 * writer builds up, changes, and hands to the next when it ends with the database unharmed. Owned
 * by one writer at a time; not safe for use by several threads.
 */
final class StoreState {

  private EmbeddedDatabase database;
  private final Outcomes outcomes;
  private final SchemaHistory schema;
  private long sequenceNumber;
  private long epochNumber;
  private long changeNumber;
  private long journaledBytes;
  private Instant lastTime = Instant.EPOCH;

  private StoreState(EmbeddedDatabase database, Outcomes outcomes, SchemaHistory schema) {
    this.database = database;
    this.outcomes = outcomes;
    this.schema = schema;
  }

  /** A store before its first event, on this database. */
  static StoreState of(EmbeddedDatabase database, StoreSettings settings) {
    return new StoreState(
        database, new Outcomes(settings.write().maxOutcomes()), new SchemaHistory());
  }

  EmbeddedDatabase database() {
    return database;
  }

  Outcomes outcomes() {
    return outcomes;
  }

  SchemaHistory schema() {
    return schema;
  }

  long sequenceNumber() {
    return sequenceNumber;
  }

  /** The number of the newest epoch event: which incarnation of the writer made this state. */
  long epochNumber() {
    return epochNumber;
  }

  /** To be told before {@link #reached} is told the same number. */
  void epochStarted(long number) {
    epochNumber = number;
  }

  /** Whether nothing but epoch events came after this number. */
  boolean isUnchangedSince(long number) {
    return changeNumber <= number;
  }

  /** Bytes of the events since the store was opened on this node, replayed ones too. */
  long journaledBytes() {
    return journaledBytes;
  }

  void journaled(long bytes) {
    journaledBytes += bytes;
  }

  Instant lastTime() {
    return lastTime;
  }

  /** The time of an event made now: the clock's, never before the last event's. */
  Instant timeOf(Instant now) {
    return now.isBefore(lastTime) ? lastTime : now;
  }

  /** The state is now the one at this event. */
  void reached(long number, Instant time) {
    sequenceNumber = number;
    lastTime = time;
    if (number != epochNumber) {
      changeNumber = number;
    }
  }

  /** A schema change put another database in the place of the old one, which is returned. */
  EmbeddedDatabase swap(EmbeddedDatabase changed) {
    EmbeddedDatabase old = database;
    database = changed;
    return old;
  }
}
