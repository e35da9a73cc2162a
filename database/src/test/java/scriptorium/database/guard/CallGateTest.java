package scriptorium.database.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.database.guard.GuardedDatabase.expectRefused;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The gate's states. */
class CallGateTest {

  private final CallGate gate = new CallGate("the thing", null);
  private final AtomicInteger cleanUps = new AtomicInteger();

  @Test
  void letsOneCallInAtATime() throws SQLException {
    gate.enter();

    expectRefused("08003", gate::enter, "the thing is in use");

    gate.leave();
    gate.enter();
  }

  @Test
  void cleansUpAtOnceWhenNobodyIsInside() {
    gate.shutAndThen("over", cleanUps::incrementAndGet);

    assertEquals(1, cleanUps.get());
    expectRefused("08003", gate::enter, "over");
  }

  @Test
  void cleansUpWhenTheLastCallLeaves() throws SQLException {
    gate.enter();
    gate.shutAndThen("over", cleanUps::incrementAndGet);
    assertEquals(0, cleanUps.get());
    assertTrue(gate.isShut());
    assertFalse(gate.isFree());

    gate.leave();

    assertEquals(1, cleanUps.get());
    assertTrue(gate.isFree());
  }

  @Test
  void keepsTheFirstReason() {
    gate.shut("first");
    gate.shut("second");

    expectRefused("08003", gate::enter, "first");
  }

  @Test
  void waitsNoLongerThanItMay() throws SQLException {
    gate.enter();
    gate.shut("over");

    assertFalse(gate.awaitShut(Duration.ofMillis(5), cleanUps::incrementAndGet));
    assertEquals(5, cleanUps.get());
  }
}
