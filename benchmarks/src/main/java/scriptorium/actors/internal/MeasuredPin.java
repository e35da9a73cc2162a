package scriptorium.actors.internal;

import com.typesafe.config.ConfigFactory;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.TxId;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;

/**
 * What the writer does between two batches for a snapshot, for a benchmark that measures how long
 * writes wait for it. Used by one thread; it lies here for the reason that {@link MeasuredAnswers}
 * does.
 */
@NullMarked
public final class MeasuredPin implements AutoCloseable {

  private static final Instant FIRST = Instant.parse("2026-11-30T00:00:00Z");

  private final EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults());
  private final StoreState state =
      StoreState.of(database, StoreSettings.load(ConfigFactory.load()));

  /**
   * A store with so many tables, each with an identity column, and so many outcomes.
   *
   * @throws SQLException if a table cannot be made
   */
  public MeasuredPin(int tables, int outcomes) throws SQLException {
    for (int i = 0; i < tables; i++) {
      database.executeSchema(
          "CREATE TABLE t%d(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, a INT)"
              .formatted(i));
    }
    for (int i = 1; i <= outcomes; i++) {
      state.outcomes().committed(TxId.next(FIRST.plusMillis(i)), i, new byte[4]);
    }
  }

  /** Pins, with all that goes with a pin, and lets go; tells how many sequences it has. */
  public int pinOnce() {
    try (PinnedState pinned = PinnedState.take(state)) {
      return pinned.positions().size();
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
