package scriptorium.actors.internal;

import java.time.Duration;
import java.util.Locale;
import scriptorium.actors.RecoveryProgress;
import scriptorium.actors.StorePhase;

/** Progress in words and units for people. */
final class ProgressText {

  private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

  private ProgressText() {}

  /**
   * For example {@code event 1,200 of 50,000, 3,400 rows, 1,200 change sets, 1.2 MiB, 4.1 s left}.
   */
  static String of(RecoveryProgress progress) {
    StringBuilder text = new StringBuilder();
    if (progress.phase() == StorePhase.RESTORING) {
      text.append("snapshot ").append(progress.from()).append(", ");
      text.append(count(progress.rows())).append(" rows, ");
      text.append(bytes(progress.bytes())).append(" of ").append(bytes(progress.totalBytes()));
    } else {
      text.append("event ").append(count(progress.reached().value()));
      if (progress.last().value() > 0) {
        text.append(" of ").append(count(progress.last().value()));
      }
      text.append(", ").append(count(progress.rows())).append(" rows, ");
      text.append(count(progress.changeSets())).append(" change sets, ");
      text.append(bytes(progress.bytes()));
    }
    progress.left().ifPresent(left -> text.append(", ").append(duration(left)).append(" left"));
    return text.toString();
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String bytes(long bytes) {
    int unit = 0;
    double value = bytes;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
  }

  private static String duration(Duration duration) {
    return duration.toSeconds() < 120
        ? String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0)
        : String.format(
            Locale.ROOT, "%d min %02d s", duration.toMinutes(), duration.toSecondsPart());
  }
}
