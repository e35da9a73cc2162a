package scriptorium.drills.print;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them, the same on every machine. */
public final class HumanUnits {

  private HumanUnits() {}

  /** With a comma between thousands: {@code 1,234,567}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A count and its noun: {@code 1 row}, {@code 2 rows}. */
  public static String count(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** In the largest unit that leaves a number of at least one: {@code 85 µs}, {@code 1.25 s}. */
  public static String duration(Duration duration) {
    double nanos = duration.toNanos();
    if (nanos < 1e6) {
      return decimals(nanos / 1e3) + " µs";
    }
    if (nanos < 1e9) {
      return decimals(nanos / 1e6) + " ms";
    }
    if (nanos < 120e9) {
      return decimals(nanos / 1e9) + " s";
    }
    return String.format(
        Locale.ROOT, "%d min %02d s", duration.toMinutes(), duration.toSecondsPart());
  }

  /** In bytes, KiB, MiB or GiB. */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return count(bytes, "byte");
    }
    if (bytes < 1L << 20) {
      return decimals(bytes / 1024.0) + " KiB";
    }
    if (bytes < 1L << 30) {
      return decimals(bytes / (double) (1L << 20)) + " MiB";
    }
    return decimals(bytes / (double) (1L << 30)) + " GiB";
  }

  /** Three digits of which one may mean something: 0.12, 1.23, 12.3, 123. */
  private static String decimals(double value) {
    int digits = value < 10 ? 2 : value < 100 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
