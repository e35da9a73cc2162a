package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.appendNumbered;
import static scriptorium.persistence.segment.LogFixture.numbered;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.keys.Protection;

/** Of a protected segment whose header is lost nothing can be proved, and nothing is believed. */
class SealedRepairTest {
  @TempDir Path dir;

  private LogFixture written(Protection protection) {
    LogFixture store = new LogFixture(dir.resolve("store"));
    store.files = FaultyFiles.withoutForces();
    store.settings = LogFixture.SMALL.protectedBy(protection);
    SegmentLog log = store.open();
    appendNumbered(log, 300);
    log.release();
    return store;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cutsAProtectedLogBeforeASegmentWhoseHeaderIsBad(boolean encrypted) {
    SealKeyRing ring = SealKeyRing.of("a", 1);
    LogFixture store = written(encrypted ? ring.encrypting("a") : ring.signing("a"));
    store.flip(store.file(1, 2), 50);
    Protection acceptsAll = ring.encryptingFromNowOn("a");

    RepairPlan plan =
        LogRepair.of(store.folder, "orders", 0, acceptsAll).apply(store.request().claimant());

    int kept = (int) plan.keptTo();
    assertTrue(kept > 0 && kept < 200, plan.toString());
    assertEquals(300, plan.lostTo());
    assertTrue(plan.rewrittenFrom() > kept, plan.toString());
    store.settings = LogFixture.SMALL.protectedBy(acceptsAll);
    assertEquals(numbered(1, kept), store.recover());
  }

  @Test
  void repairsNothingWithoutTheKeys() {
    LogFixture store = written(SealKeyRing.of("a", 1).encrypting("a"));
    store.flip(store.file(1, 2), 50);

    JournalKeyException refused =
        assertThrows(
            JournalKeyException.class,
            () -> LogRepair.of(store.folder, "orders", 0, Protection.NONE).plan());

    LogFixture.expectMessage(refused, "keyId=a", "nothing was changed");
  }
}
