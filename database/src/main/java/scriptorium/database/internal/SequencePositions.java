package scriptorium.database.internal;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.h2.schema.Sequence;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.SequencePosition;

/**
 * Which sequences moved since their positions were last told.
 *
 * <p>Told positions become final with {@link #committed()}; after a rollback they are told again,
 * since sequences do not move back. Reading a position takes some 5 ns, so all are compared at each
 * capture: a failed insert moves an identity without leaving a trace in any log.
 */
final class SequencePositions {
  private record Position(long next, boolean exhausted) {
    static Position of(Sequence sequence) {
      return new Position(sequence.getBaseValue(), isExhausted(sequence));
    }
  }

  private @Nullable SchemaFacts facts;
  private SchemaFacts.NamedSequence[] sequences = {};
  private long[] told = {};
  private long[] published = {};
  private boolean[] toldExhausted = {};
  private boolean[] publishedExhausted = {};
  private boolean anyTold;

  /** Follows a changed schema; a new sequence starts where it stands, a known one is remembered. */
  void follow(SchemaFacts current) {
    if (facts == current) {
      return;
    }
    IdentityHashMap<Sequence, Position> known = new IdentityHashMap<>();
    for (int i = 0; i < sequences.length; i++) {
      known.put(sequences[i].sequence(), new Position(published[i], publishedExhausted[i]));
    }
    facts = current;
    sequences = current.sequences().toArray(SchemaFacts.NamedSequence[]::new);
    published = new long[sequences.length];
    publishedExhausted = new boolean[sequences.length];
    for (int i = 0; i < sequences.length; i++) {
      Sequence sequence = sequences[i].sequence();
      Position position = known.getOrDefault(sequence, Position.of(sequence));
      published[i] = position.next();
      publishedExhausted[i] = position.exhausted();
    }
    told = published.clone();
    toldExhausted = publishedExhausted.clone();
    anyTold = false;
  }

  /** The positions that moved since they were last told; they are told herewith. */
  List<SequencePosition> moved() {
    List<SequencePosition> moved = null;
    for (int i = 0; i < sequences.length; i++) {
      Sequence sequence = sequences[i].sequence();
      long next = sequence.getBaseValue();
      // The last value leaves an exhausted sequence at its start: the position differs in any case,
      // unless the sequence has this one value only.
      if (next != told[i] || isExhausted(sequence) != toldExhausted[i]) {
        told[i] = next;
        toldExhausted[i] = isExhausted(sequence);
        moved = moved == null ? new ArrayList<>() : moved;
        moved.add(sequences[i].position(next, toldExhausted[i]));
        anyTold = true;
      }
    }
    return moved == null ? List.of() : moved;
  }

  void committed() {
    if (anyTold) {
      System.arraycopy(told, 0, published, 0, told.length);
      System.arraycopy(toldExhausted, 0, publishedExhausted, 0, told.length);
      anyTold = false;
    }
  }

  void rolledBack() {
    if (anyTold) {
      System.arraycopy(published, 0, told, 0, told.length);
      System.arraycopy(publishedExhausted, 0, toldExhausted, 0, told.length);
    }
  }

  static List<SequencePosition> all(SchemaFacts facts) {
    return facts.sequences().stream()
        .map(
            named -> named.position(named.sequence().getBaseValue(), isExhausted(named.sequence())))
        .toList();
  }

  static boolean isExhausted(Sequence sequence) {
    return sequence.getCycle() == Sequence.Cycle.EXHAUSTED;
  }

  /** Sets a position exactly; H2 forgets or keeps that the sequence is exhausted accordingly. */
  static void set(Sequence sequence, SequencePosition position) {
    boolean cycles = sequence.getCycle() == Sequence.Cycle.CYCLE;
    Sequence.Cycle cycle =
        position.exhausted()
            ? Sequence.Cycle.EXHAUSTED
            : cycles ? Sequence.Cycle.CYCLE : Sequence.Cycle.NO_CYCLE;
    long next = position.exhausted() ? sequence.getBaseValue() : position.next();
    sequence.modify(next, null, null, null, null, cycle, null);
  }
}
