package scriptorium.persistence.files;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The last good snapshot survives every state that a power loss may leave of random runs. */
class SnapshotCrashTest {
  @Test
  void keepsWhatWasSavedInAFewThousandStates() throws IOException {
    lookAt(3_000);
  }

  /** The first deletion could not force the folder, the second one found nothing more to unlink. */
  @Test
  void aDeletionAfterOneThatFailedIsDurable() throws IOException {
    SnapshotCrashRun.run(53938424345950L, 60);
  }

  @Test
  @Tag("soak")
  @Timeout(3_600)
  void keepsWhatWasSavedInManyStates() throws IOException {
    lookAt(300_000);
  }

  private static void lookAt(int states) throws IOException {
    long firstSeed = Long.getLong("crash.seed", System.nanoTime());
    long begun = System.nanoTime();
    int seen = 0;
    int runs = 0;
    while (seen < states) {
      seen += SnapshotCrashRun.run(firstSeed + runs++, 60);
    }
    System.out.printf(
        "snapshot crash states: first seed=%d runs=%d states=%d seconds=%.1f%n",
        firstSeed, runs, seen, (System.nanoTime() - begun) / 1e9);
  }
}
