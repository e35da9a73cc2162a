package scriptorium.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import scriptorium.database.load.LoadSelfCheck;

class LoadSelfCheckTest {
  @Test
  void findsThatThisH2TakesBuiltTrees() {
    assertEquals(Optional.empty(), LoadSelfCheck.objection());
  }
}
