package scriptorium.database.internal;

import java.util.List;
import org.h2.engine.SessionLocal;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.SequencePosition;

/**
 * Where all sequences of a database stand at a moment. Remembers which there are until the schema
 * changes: finding them out takes longer than a pin may. Safe for use by several threads.
 */
public final class SequenceReading {
  private volatile @Nullable SchemaFacts known;

  /** The positions now. */
  public List<SequencePosition> positions(SessionLocal session) {
    SchemaFacts facts = SchemaFacts.current(known, session);
    known = facts;
    return SequencePositions.all(facts);
  }
}
