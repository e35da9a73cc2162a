package scriptorium.actors.internal;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Outcomes are found exactly, in whatever number, order and kind of txId they arrive. */
final class OutcomesTest {

  /** Makes ids out of a step and randomness. */
  enum Ids {
    RANDOM {
      @Override
      UUID make(int step, Random random) {
        return txId(1_000 + step / 50, random.nextInt(0x1000), random.nextLong());
      }
    },
    /** Nothing but the counter and the time tells them apart. */
    ALIKE {
      @Override
      UUID make(int step, Random random) {
        return txId(1_000 + step / 0x1000, step % 0x1000, 7);
      }
    },
    /** Their times go back and forth, so that the oldest to arrive is not the oldest made. */
    UNORDERED {
      @Override
      UUID make(int step, Random random) {
        return txId(random.nextInt(1_000_000), 0, (long) step << 2);
      }
    };

    abstract UUID make(int step, Random random);
  }

  private static UUID txId(long millis, long counter, long low) {
    return new UUID(millis << 16 | 0x7000 | counter, Long.MIN_VALUE | low >>> 2);
  }

  private static UUID txId(int number) {
    return txId(number, 0, 7);
  }

  private static Outcomes of(int most, int first) {
    return new Outcomes(most, new OutcomeTable(first));
  }

  /** Limits about a page and about growth; first numbers whose count comes round on the way. */
  static Stream<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (int most : new int[] {1, 2, 3, 1023, 1024, 1025, 2047, 2048, 2049, 5000}) {
      for (int first : new int[] {1, 0, -1, -1024, -1500, -7000, Integer.MAX_VALUE - 3000}) {
        cases.add(Arguments.of(Ids.values()[cases.size() % 3], most, first));
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void knowsWhatAMapKnows(Ids ids, int most, int first) {
    long seed = new Random().nextLong();
    System.out.println(
        "OutcomesTest seed=" + seed + " " + ids + " most=" + most + " first=" + first);

    new OutcomesChecker(most, of(most, first), ids, new Random(seed)).run(12_000);
  }

  @Test
  void knowsNothingAtFirst() {
    Outcomes outcomes = new Outcomes(3);

    assertNull(outcomes.find(txId(0)));
    assertNull(outcomes.find(new UUID(0, 0)));
    assertEquals("[]", known(outcomes, 0).toString());
    assertArrayEquals(bytes(Long.MIN_VALUE, 0), outcomes.image().toBytes());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "1023, 1024", "1024, 1025", "3000, 3000", "3000, 3001"})
  void forgetsTheOldestBeyondTheLimit(int most, int written) {
    Outcomes outcomes = new Outcomes(most);

    writeUpTo(outcomes, written);

    int forgotten = written - most;
    for (int i = 1; i <= written; i++) {
      assertEquals(i > forgotten, outcomes.find(txId(i)) != null);
    }
    assertEquals(forgotten > 0, outcomes.isForgotten(txId(forgotten)));
    assertFalse(outcomes.isForgotten(txId(forgotten + 1)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1024, 5000})
  void refusesATxIdTwiceFromYoungestToOldest(int most) {
    Outcomes outcomes = new Outcomes(most);
    writeUpTo(outcomes, most + 1);
    byte[] before = outcomes.image().toBytes();

    for (int twice : new int[] {2, most / 2 + 2, most + 1}) {
      UUID txId = txId(twice);
      Exception e =
          assertThrows(IllegalStateException.class, () -> outcomes.committed(txId, 77, null));
      assertEquals("a txId ran twice: txId=" + txId + " sequenceNumber=77", e.getMessage());
    }

    assertArrayEquals(before, outcomes.image().toBytes());
  }

  @Test
  void takesAForgottenTxIdAgain() {
    Outcomes outcomes = new Outcomes(2);
    writeUpTo(outcomes, 3);

    outcomes.committed(txId(1), 4, null);

    assertEquals(List.of(1, 3), known(outcomes, 5));
  }

  @Test
  void tellsAnEmptyValueFromNoneAndFromNever() {
    Outcomes outcomes = new Outcomes(3);
    outcomes.committed(txId(1), 1, null);
    outcomes.committed(txId(2), 2, new byte[0]);
    outcomes.never(txId(3), 3);

    assertNull(entry(outcomes, 1).value());
    assertArrayEquals(new byte[0], entry(outcomes, 2).value());
    assertFalse(entry(outcomes, 1).never());
    assertFalse(entry(outcomes, 2).never());
    assertNull(entry(outcomes, 3).value());
    assertTrue(entry(outcomes, 3).never());
  }

  @Test
  void writesItsFormat() {
    Outcomes outcomes = new Outcomes(3);
    outcomes.committed(txId(5), 1, null);
    outcomes.committed(txId(6), 2, null);
    outcomes.committed(txId(7), 3, new byte[] {8, 9});
    outcomes.never(txId(8), 200);

    byte[] expected = bytes(5, 3, id(6), 2, 0, id(7), 3, 4, 8, 9, id(8), -56, 1, 1);

    assertArrayEquals(expected, outcomes.image().toBytes());
  }

  @Test
  void keepsAnImageWhileTheWriterGoesOn() {
    Outcomes outcomes = of(3_000, -2_000);
    writeUpTo(outcomes, 2_500);
    byte[] now = outcomes.image().toBytes();
    Outcomes.Image image = outcomes.image();

    CompletableFuture<byte[]> taken = CompletableFuture.supplyAsync(image::toBytes);
    for (int i = 2_501; i <= 20_000; i++) {
      outcomes.committed(txId(i), i, null);
    }

    assertArrayEquals(now, taken.join());
    assertArrayEquals(now, image.toBytes());
  }

  @Test
  void loadsLessThanItWasGivenUnderASmallerLimit() {
    Outcomes outcomes = new Outcomes(10);
    writeUpTo(outcomes, 10);

    Outcomes smaller = new Outcomes(4);
    smaller.load(outcomes.image().toBytes());

    assertEquals(List.of(7, 8, 9, 10), known(smaller, 12));
    assertTrue(smaller.isForgotten(txId(6)));
  }

  private static void writeUpTo(Outcomes outcomes, int last) {
    for (int i = 1; i <= last; i++) {
      outcomes.committed(txId(i), i, null);
    }
  }

  private static Outcomes.Entry entry(Outcomes outcomes, int number) {
    return requireNonNull(outcomes.find(txId(number)));
  }

  private static List<Integer> known(Outcomes outcomes, int end) {
    return Stream.iterate(0, i -> i < end, i -> i + 1)
        .filter(i -> outcomes.find(txId(i)) != null)
        .toList();
  }

  private static byte[] id(int number) {
    UUID txId = txId(number);
    return ByteBuffer.allocate(16)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(txId.getMostSignificantBits())
        .putLong(txId.getLeastSignificantBits())
        .array();
  }

  /** The section: format, horizon, count, then numbers of one byte and ids. */
  private static byte[] bytes(long horizon, Object... rest) {
    ByteBuffer to = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
    to.put((byte) 1).putLong(horizon);
    for (Object part : rest) {
      if (part instanceof byte[] id) {
        to.put(id);
      } else if (part instanceof Integer number) {
        to.put(number.byteValue());
      }
    }
    return Arrays.copyOf(to.array(), to.position());
  }
}
