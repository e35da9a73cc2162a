package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReaderLimitTest {
  @Test
  void refusesMoreReadersThanLeaveTheWriterATransaction() {
    DatabaseSettings settings = DatabaseSettings.defaults().withReaders(65_530);

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> EmbeddedDatabase.open(settings));

    assertTrue(String.valueOf(refused.getMessage()).contains("found=65530"), refused::toString);
  }
}
