package scriptorium.database.internal;

import java.util.List;
import org.h2.engine.SessionLocal;
import scriptorium.database.change.SequencePosition;

/** Where all sequences stand at a moment. */
public final class SequenceReading {
  private SequenceReading() {}

  public static List<SequencePosition> positions(SessionLocal session) {
    return SequencePositions.all(SchemaFacts.current(null, session));
  }
}
