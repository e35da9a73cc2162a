package scriptorium.database;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * How an embedded database is opened.
 *
 * @param idlePins connections kept ready for pinning; 1 to 16. A pin taken when none is ready opens
 *     one, which takes some 30 µs more
 * @param secrets source of the database's name and of its users' passwords
 */
public record DatabaseSettings(int idlePins, RandomGenerator secrets) {
  private static final int MAX_IDLE_PINS = 16;

  public DatabaseSettings {
    if (idlePins < 1 || idlePins > MAX_IDLE_PINS) {
      throw new IllegalArgumentException(
          "idlePins out of range: found=" + idlePins + " expected=1.." + MAX_IDLE_PINS);
    }
  }

  public static DatabaseSettings defaults() {
    return new DatabaseSettings(2, new SecureRandom());
  }
}
