package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import scriptorium.database.change.ReplayFailedException;

/** What a recovery's failure leads to. */
final class RecoveryVerdictTest {

  private static final OptionalLong SNAPSHOT = OptionalLong.of(20);
  private final RuntimeException diverged = new DivergedException("main", 30, "WORD", null, null);
  private final RuntimeException unfit = new ReplayFailedException("a row is missing", null);
  private final RuntimeException gap = new OutOfSequenceException("main", 1, 9);
  private final RuntimeException ahead =
      new AheadOfJournalException("main", "the snapshot", 20, 10);

  @Test
  void rowsThatDoNotFitSpeakAgainstTheSnapshotInFrontOfThem() {
    assertEquals(RecoveryVerdict.OLDER_SNAPSHOT, RecoveryVerdict.of(diverged, SNAPSHOT));
    assertEquals(RecoveryVerdict.OLDER_SNAPSHOT, RecoveryVerdict.of(unfit, SNAPSHOT));
  }

  @Test
  void withoutASnapshotTheyEndIt() {
    assertEquals(RecoveryVerdict.HOPELESS, RecoveryVerdict.of(diverged, OptionalLong.empty()));
    assertEquals(RecoveryVerdict.HOPELESS, RecoveryVerdict.of(unfit, OptionalLong.empty()));
  }

  @Test
  void aLiveStateThatDoesNotFitGivesWayToASnapshot() {
    assertEquals(RecoveryVerdict.NOT_ADOPTED, RecoveryVerdict.ofAdopted(diverged));
    assertEquals(RecoveryVerdict.NOT_ADOPTED, RecoveryVerdict.ofAdopted(unfit));
    assertEquals(RecoveryVerdict.NOT_ADOPTED, RecoveryVerdict.ofAdopted(ahead));
  }

  @Test
  void whatIsMissingInTheJournalNoOlderSnapshotHeals() {
    assertEquals(RecoveryVerdict.HOPELESS, RecoveryVerdict.of(gap, SNAPSHOT));
    assertEquals(RecoveryVerdict.HOPELESS, RecoveryVerdict.of(ahead, SNAPSHOT));
    // A live state may be behind what another writer's snapshot has hidden: that snapshot tells.
    assertEquals(RecoveryVerdict.NOT_ADOPTED, RecoveryVerdict.ofAdopted(gap));
  }

  @Test
  void whateverElseIsTriedAgain() {
    RuntimeException passing = new IllegalStateException(new IOException("the disk is slow"));

    assertEquals(RecoveryVerdict.RETRY, RecoveryVerdict.of(passing, SNAPSHOT));
    assertEquals(RecoveryVerdict.RETRY, RecoveryVerdict.ofAdopted(passing));
  }

  @Test
  void theCauseCountsHoweverDeepItLies() {
    RuntimeException wrapped = new IllegalStateException(new IllegalStateException(diverged));

    assertEquals(RecoveryVerdict.OLDER_SNAPSHOT, RecoveryVerdict.of(wrapped, SNAPSHOT));
    assertEquals(RecoveryVerdict.NOT_ADOPTED, RecoveryVerdict.ofAdopted(wrapped));
  }
}
