package scriptorium.drills.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import scriptorium.drills.crash.CrashChecker.Finding;
import scriptorium.drills.crash.CrashChecker.InFlight;

/**
 * Before the kill: batch 1 there; sent: insert 2, raise 1, insert 3; acknowledged: the first two.
 */
class CrashCheckerTest {

  private final RoundHistory history = new RoundHistory(Map.of(1L, 0), 10);

  @BeforeEach
  void twoOfThreeAcknowledged() {
    history.sending(new Step.Insert(2, false), 5);
    history.sending(new Step.RaiseVersion(1), 6);
    history.sending(new Step.Insert(3, false), 7);
    history.acknowledged(11, 5);
    history.acknowledged(12, 6);
  }

  @Test
  void whatWasAcknowledgedIsEnough() {
    Finding finding = check(whole(1, 1), whole(2, 0));

    assertEquals(List.of(), finding.faults());
    assertEquals(InFlight.ABSENT, finding.inFlight());
  }

  @Test
  void theOneInFlightMayBeThereWhole() {
    Finding finding = check(whole(1, 1), whole(2, 0), whole(3, 0));

    assertEquals(List.of(), finding.faults());
    assertEquals(InFlight.WHOLE, finding.inFlight());
  }

  @Test
  void aLostBatchIsAFault() {
    expectFault("acknowledged batch lost: batch=2", whole(1, 1));
  }

  @Test
  void aLostUpdateIsAFault() {
    expectFault("batch=1 expected version=1 found=0", whole(1, 0), whole(2, 0));
  }

  @Test
  void theOneInFlightWithoutThoseBeforeItIsAFault() {
    expectFault("acknowledged batch lost: batch=2", whole(1, 1), whole(3, 0));
  }

  @Test
  void aTornBatchIsAFault() {
    FoundBatch torn = new FoundBatch(2, 999, 499_500, 1, 999, 0, 0);

    expectFault("batch not whole", whole(1, 1), torn);
  }

  @Test
  void aHalfUpdatedBatchIsAFault() {
    FoundBatch half =
        new FoundBatch(1, 1000, BatchTable.rowSum(), BatchTable.controlSum(1), 1000, 0, 1);

    expectFault("batch not whole", half, whole(2, 0));
  }

  @Test
  void aBatchNobodyWroteIsAFault() {
    expectFault("never acknowledged", whole(1, 1), whole(2, 0), whole(4, 0));
  }

  @Test
  void aJournalThatEndsTooEarlyIsAFault() {
    List<String> faults =
        CrashChecker.check(history, List.of(whole(1, 1), whole(2, 0)), 11).faults();

    assertTrue(faults.get(0).contains("acknowledged=12 found=11"), faults.toString());
  }

  @Test
  void aSequenceNumberThatDoesNotRiseIsAFault() {
    history.acknowledged(12, 7);

    expectFault("sequence number not above", whole(1, 1), whole(2, 0), whole(3, 0));
  }

  @Test
  void aReportsLineIsReadFromTheTable() {
    assertEquals(
        new FoundBatch(7, 1000, 500_500, 9, 1000, 1, 2),
        FoundBatch.parse(" BATCH 7 1000 500500 9 1000 1 2 ").orElseThrow());
    assertTrue(FoundBatch.parse("(1 row)").isEmpty());
  }

  private Finding check(FoundBatch... found) {
    return CrashChecker.check(history, List.of(found), 13);
  }

  private void expectFault(String text, FoundBatch... found) {
    List<String> faults = new ArrayList<>(check(found).faults());

    assertTrue(faults.stream().anyMatch(fault -> fault.contains(text)), faults.toString());
  }

  private static FoundBatch whole(long batch, int version) {
    return new FoundBatch(
        batch, 1000, BatchTable.rowSum(), BatchTable.controlSum(batch), 1000, version, version);
  }
}
