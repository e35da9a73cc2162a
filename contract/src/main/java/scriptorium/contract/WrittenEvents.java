package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

/**
 * The events that writers in other processes make: each tells its number, and which numbers were
 * written together with it, so that what is found tells whether an atomic write was taken apart.
 */
final class WrittenEvents {
  private WrittenEvents() {}

  /** The texts of the atomic write that begins at a number: one to five events of various sizes. */
  static String[] group(long first) {
    int count = (int) (1 + first * 7 % 5);
    String[] texts = new String[count];
    for (int i = 0; i < count; i++) {
      texts[i] = text(first + i, first, count);
    }
    return texts;
  }

  private static String text(long number, long first, int count) {
    return number + " of " + first + "+" + count + " " + "x".repeat((int) (number * 31 % 700));
  }

  static String snapshot(long number) {
    return "snapshot " + number + " " + "y".repeat((int) (number * 7919 % 20_000));
  }

  /** Number after number, every group whole, at least up to what was acknowledged. */
  static void expectWhole(List<String> texts, long acknowledged) {
    assertTrue(
        texts.size() >= acknowledged,
        "acknowledged up to " + acknowledged + " but found only " + texts.size());
    for (int at = 0; at < texts.size(); ) {
      String[] group = group(at + 1);
      assertTrue(
          at + group.length <= texts.size(),
          "an atomic write of " + group.length + " events from " + (at + 1) + " was taken apart");
      assertEquals(List.of(group), texts.subList(at, at + group.length));
      at += group.length;
    }
  }
}
