package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import scriptorium.actors.TxId;

/** Puts random outcomes into a map as well, and compares at each step. */
final class OutcomesChecker {

  private final int most;
  private final Outcomes outcomes;
  private final OutcomesTest.Ids ids;
  private final Random random;
  private final Map<UUID, Outcomes.Entry> expected = new LinkedHashMap<>();
  private final List<UUID> everSeen = new ArrayList<>();
  private long horizon = Long.MIN_VALUE;

  OutcomesChecker(int most, Outcomes outcomes, OutcomesTest.Ids ids, Random random) {
    this.most = most;
    this.outcomes = outcomes;
    this.ids = ids;
    this.random = random;
  }

  void run(int steps) {
    for (int step = 0; step < steps; step++) {
      UUID fresh = ids.make(step, random);
      expectUnknown(fresh);
      add(fresh, step);
      expectSame(fresh);
      UUID seen = everSeen.get(random.nextInt(everSeen.size()));
      expectSame(seen);
      if (expected.containsKey(seen)) {
        assertThrows(IllegalStateException.class, () -> outcomes.never(seen, 0));
      } else if (random.nextInt(10) == 0) {
        add(seen, step);
      }
      if (random.nextInt(steps / 4) == 0) {
        expectAllTheSame();
      }
    }
    expectAllTheSame();
  }

  private void add(UUID txId, int number) {
    boolean never = random.nextInt(8) == 0;
    byte @Nullable [] value =
        never || random.nextBoolean() ? null : new byte[] {(byte) number, (byte) (number >> 8)};
    if (never) {
      outcomes.never(txId, number);
    } else {
      outcomes.committed(txId, number, value);
    }
    everSeen.add(txId);
    expected.put(txId, new Outcomes.Entry(txId, number, never, value));
    if (expected.size() > most) {
      UUID oldest = expected.keySet().iterator().next();
      expected.remove(oldest);
      horizon = Math.max(horizon, TxId.timeOf(oldest).toEpochMilli());
    }
  }

  private void expectUnknown(UUID txId) {
    assertNull(expected.get(txId));
    expectSame(txId);
  }

  private void expectSame(UUID txId) {
    expectSame(expected.get(txId), outcomes.find(txId));
    assertEquals(TxId.timeOf(txId).toEpochMilli() <= horizon, outcomes.isForgotten(txId));
  }

  private static void expectSame(Outcomes.@Nullable Entry entry, Outcomes.@Nullable Entry found) {
    if (entry == null) {
      assertNull(found);
      return;
    }
    assertNotNull(found);
    assertEquals(entry.txId(), found.txId());
    assertEquals(entry.sequenceNumber(), found.sequenceNumber());
    assertEquals(entry.never(), found.never());
    assertSame(entry.value(), found.value());
  }

  /** Each id ever seen, here and in what is loaded from the bytes. */
  private void expectAllTheSame() {
    everSeen.forEach(this::expectSame);
    Instant firstAccepted =
        horizon == Long.MIN_VALUE ? Instant.EPOCH : Instant.ofEpochMilli(horizon + 1);
    assertEquals(firstAccepted, outcomes.firstAccepted());

    byte[] bytes = outcomes.image().toBytes();
    Outcomes loaded = new Outcomes(most);
    loaded.load(bytes);
    assertArrayEquals(bytes, loaded.image().toBytes());
    for (Outcomes.Entry entry : expected.values()) {
      Outcomes.Entry found = loaded.find(entry.txId());
      assertNotNull(found);
      assertEquals(entry.sequenceNumber(), found.sequenceNumber());
      assertEquals(entry.never(), found.never());
      assertArrayEquals(entry.value(), found.value());
    }
  }
}
