package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import scriptorium.actors.StoreSettings;
import scriptorium.database.DatabaseSettings;
import scriptorium.database.EmbeddedDatabase;

/** A pin is given back once, whoever gives it back. */
final class PinnedStateTest {

  @Test
  void isClosedOnceThoughItIsClosedTwice() {
    StoreSettings settings = StoreSettings.load(ConfigFactory.load());
    try (EmbeddedDatabase database = EmbeddedDatabase.open(DatabaseSettings.defaults())) {
      StoreState state = StoreState.of(database, settings);
      PinnedState first = PinnedState.take(state);
      first.close();
      PinnedState second = PinnedState.take(state);

      first.close();

      assertEquals(1, database.openViews().size());
      second.close();
      assertEquals(0, database.openViews().size());
    }
  }
}
