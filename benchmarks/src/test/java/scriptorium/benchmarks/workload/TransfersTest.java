package scriptorium.benchmarks.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TransfersTest {

  private static final int DRAWN = 100_000;

  @Test
  void theNthIsAlwaysTheSame() {
    // The script in Tarantool must draw these too: see TarantoolPeerTest.
    assertEquals(new Transfer(87_884, 71_271, 50), Transfers.skewed(42).of(3));
    assertNotEquals(Transfers.uniform(42).of(3), Transfers.uniform(43).of(3));
  }

  @Test
  void accountsAndAmountsAreInRangeAndNeverTheSameAccount() {
    for (Transfers transfers : new Transfers[] {Transfers.uniform(1), Transfers.skewed(1)}) {
      LongStream.range(0, DRAWN)
          .mapToObj(transfers::of)
          .forEach(
              transfer -> {
                assertTrue(transfer.from() >= 0 && transfer.from() < Transfers.ACCOUNTS);
                assertTrue(transfer.to() >= 0 && transfer.to() < Transfers.ACCOUNTS);
                assertTrue(transfer.amount() >= 1 && transfer.amount() <= 100);
                assertNotEquals(transfer.from(), transfer.to());
              });
    }
  }

  @Test
  void skewedDrawsTheFirstAccountInSixOfAHundredAndUniformHardlyEver() {
    assertEquals(0.06, shareOfFirst(Transfers.skewed(1)), 0.005);
    assertEquals(0, shareOfFirst(Transfers.uniform(1)), 0.001);
  }

  @Test
  void uniformReachesBothHalvesAlike() {
    Transfers transfers = Transfers.uniform(1);

    long lower =
        IntStream.range(0, DRAWN)
            .filter(i -> transfers.of(i).from() < Transfers.ACCOUNTS / 2)
            .count();

    assertEquals(0.5, lower / (double) DRAWN, 0.01);
  }

  private static double shareOfFirst(Transfers transfers) {
    return IntStream.range(0, DRAWN).filter(i -> transfers.of(i).from() == 0).count()
        / (double) DRAWN;
  }
}
