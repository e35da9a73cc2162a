package scriptorium.actors.internal;

import org.jspecify.annotations.Nullable;
import scriptorium.persistence.ChangeSet;
import scriptorium.persistence.ChangeSetEnd;
import scriptorium.persistence.ChangeSetPart;
import scriptorium.persistence.DigestDue;
import scriptorium.persistence.Digests;
import scriptorium.persistence.EpochStarted;
import scriptorium.persistence.JournalEvent;
import scriptorium.persistence.OutcomeNever;
import scriptorium.persistence.PartSequence;
import scriptorium.persistence.SchemaChanged;
import scriptorium.persistence.codec.EventCodec;

/**
 * Brings a store's state forward, event by event: for recovery, for past states, and for whoever
 * follows a journal.
 *
 * <pre>
 * change set → RowApplier (a transaction for many) → outcomes
 * part       → held until the end of its change set → RowApplier
 * schema     → SchemaStep: SchemaReplay, in place or on a copy
 * digests    → DigestChecks
 * </pre>
 *
 * <p>Invariants: the state is exact at {@code state.sequenceNumber()}, but for what {@link #commit}
 * has still to show, unless an event failed half-way; each event has exactly the next number. No
 * user code runs, nothing is written anywhere. One thread at a time.
 */
final class EventApplier {

  /** Replays a schema change in a state's database, or puts a changed one in its place. */
  interface SchemaStep {
    void apply(StoreState state, SchemaChanged changed, long sequenceNumber);
  }

  private final String store;
  private final StoreState state;
  private final int changeSetsPerCommit;
  private final PartSequence parts = new PartSequence();
  private final DigestChecks digests;
  private final SchemaStep schema;
  private int uncommitted;
  private boolean broken;
  private long events;
  private long changeSets;
  private long rows;
  private long bytes;

  /**
   * @param store its name, for messages
   * @param changeSetsPerCommit how many change sets share a transaction
   * @param schema applies schema changes; what was applied before is committed
   */
  EventApplier(String store, StoreState state, int changeSetsPerCommit, SchemaStep schema) {
    this.store = store;
    this.state = state;
    this.changeSetsPerCommit = changeSetsPerCommit;
    this.digests = new DigestChecks(store);
    this.schema = schema;
  }

  /** A {@link SchemaStep} for a database that nobody looks at meanwhile. */
  static void inPlace(StoreState state, SchemaChanged changed, long sequenceNumber) {
    SchemaReplay.apply(state.database(), changed, sequenceNumber);
  }

  StoreState state() {
    return state;
  }

  /** The number that the next event must have. */
  long nextNumber() {
    return state.sequenceNumber() + parts.size() + 1;
  }

  /**
   * Applies an event; a part of a change set waits for its end.
   *
   * @throws OutOfSequenceException if it is not the next one; nothing is applied then
   */
  void apply(long number, JournalEvent event) {
    long expected = nextNumber();
    if (number != expected) {
      throw new OutOfSequenceException(store, expected, number);
    }
    events++;
    if (event instanceof ChangeSetPart part) {
      parts.add(number, part);
      bytes += part.changes().length();
      return;
    }
    if (!(event instanceof ChangeSetEnd)) {
      parts.requireNone(number);
    }
    broken = true; // until the event is in as a whole
    applyWhole(number, event);
    state.reached(number, event.time());
    broken = false;
  }

  private void applyWhole(long number, JournalEvent event) {
    if (event instanceof ChangeSet changeSet) {
      apply(number, changeSet);
    } else if (event instanceof ChangeSetEnd end) {
      rows += state.database().applier().apply(parts.complete(number, end));
      bytes += end.changes().length();
      applied(changeSetsPerCommit); // it has many rows
      state.outcomes().committed(end.txId(), number, end.value());
    } else if (event instanceof OutcomeNever never) {
      state.outcomes().never(never.txId(), number);
    } else if (event instanceof SchemaChanged changed) {
      digests.forget();
      commit();
      schema.apply(state, changed, number);
      bytes += EventCodec.encode(changed).bytes().length; // seldom enough
      state.schema().add(changed);
    } else if (event instanceof EpochStarted) {
      digests.forget(); // whoever would have sent them is gone
      state.epochStarted(number);
    } else if (event instanceof DigestDue) {
      commit();
      digests.due(state.database(), number);
    } else if (event instanceof Digests expected) {
      digests.compare(expected);
    } else {
      throw new IllegalStateException("event of an unknown class: " + event.getClass());
    }
  }

  private void apply(long number, ChangeSet changeSet) {
    bytes += changeSet.encodedBytes();
    if (changeSet.changes().isEmpty()) {
      changeSets++;
    } else {
      rows += state.database().applier().apply(changeSet.changes());
      applied(1);
    }
    state.outcomes().committed(changeSet.txId(), number, changeSet.value());
  }

  private void applied(int weight) {
    changeSets++;
    uncommitted += weight;
    if (uncommitted >= changeSetsPerCommit) {
      commit();
    }
  }

  /** Shows everything applied so far to readers of the database. */
  void commit() {
    state.database().applier().commit();
    uncommitted = 0;
  }

  /**
   * Ends at a number that must have been reached.
   *
   * @throws OutOfSequenceException where it was not
   * @throws scriptorium.persistence.PartSequenceException inside a change set
   */
  void completeAt(long lastNumber) {
    digests.forget();
    commit();
    parts.requireNone(lastNumber);
    if (state.sequenceNumber() != lastNumber) {
      throw new OutOfSequenceException(store, state.sequenceNumber() + 1, lastNumber);
    }
  }

  /**
   * Ends where the last whole event ended: parts whose end did not come have not happened. Empty
   * where an event broke the state, which is then thrown away.
   */
  @Nullable StoreState leave() {
    parts.clear();
    digests.forget();
    if (broken) {
      DatabaseDisposal.discard(state.database());
      return null;
    }
    commit();
    return state;
  }

  /** How many of the writer's digests were compared, and agreed. */
  long comparedDigests() {
    return digests.compared();
  }

  /** Events applied, parts that are held among them. */
  long events() {
    return events;
  }

  /** Change sets applied, empty ones among them. */
  long changeSets() {
    return changeSets;
  }

  /** Rows changed. */
  long rows() {
    return rows;
  }

  /** Of the change sets and schema changes, as the journal has them. */
  long bytes() {
    return bytes;
  }
}
