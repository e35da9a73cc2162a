package scriptorium.actors;

import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;

/**
 * A gate in the middle of a schema script: an update of the table that it lies on stops there, if
 * it is the one that a test waits for. A script runs once on a copy that is thrown away, and once
 * more while writes wait.
 */
public final class GateTrigger implements Trigger {

  /** The script's run on the first copy. */
  static final int TRIAL = 1;

  /** Its run while writes wait. */
  static final int PAUSE = 2;

  private static final AtomicInteger RUNS = new AtomicInteger();
  private static final Map<Integer, Gate> GATES = new ConcurrentHashMap<>();

  /** Where one run stops. */
  record Gate(int run, CountDownLatch reached, CountDownLatch opened) implements AutoCloseable {

    Gate(int run) {
      this(run, new CountDownLatch(1), new CountDownLatch(1));
    }

    void await() {
      StoreFixture.await(reached);
    }

    void open() {
      opened.countDown();
    }

    @Override
    public void close() {
      open();
      GATES.remove(run, this);
    }
  }

  /** The run with this number will stop; the first gate that is put up begins to count them. */
  static Gate at(int run) {
    if (GATES.isEmpty()) {
      RUNS.set(0);
    }
    Gate gate = new Gate(run);
    GATES.put(run, gate);
    return gate;
  }

  /** Puts the gate on a table. */
  static String on(String table) {
    return "create trigger gate before update on %s for each row call '%s';"
        .formatted(table, GateTrigger.class.getName());
  }

  @Override
  public void fire(Connection connection, Object @Nullable [] oldRow, Object @Nullable [] newRow) {
    Gate gate = GATES.get(RUNS.incrementAndGet());
    if (gate != null) {
      gate.reached().countDown();
      StoreFixture.await(gate.opened());
    }
  }
}
