package scriptorium.drills.failover.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import scriptorium.drills.failover.workload.DrillMutation.DeleteItem;
import scriptorium.drills.failover.workload.DrillMutation.InsertItem;
import scriptorium.drills.failover.workload.DrillMutation.LoadAccounts;
import scriptorium.drills.failover.workload.DrillMutation.LoadItems;
import scriptorium.drills.failover.workload.DrillMutation.Transfer;
import scriptorium.drills.failover.workload.DrillMutation.UpdateItem;
import scriptorium.drills.failover.workload.DrillMutation.Violate;

class DrillMutationsTest {

  private static final UUID ID = new UUID(0x0123_4567_89AB_7DEFL, 0x8123_4567_89AB_CDEFL);

  private static final List<DrillMutation> ONE_OF_EACH =
      List.of(
          new Transfer(ID, 1, 2, Long.MAX_VALUE),
          new InsertItem(ID, "c1-ü", 3, -1),
          new UpdateItem(ID, 4, Integer.MAX_VALUE),
          new DeleteItem(ID, 5),
          new Violate(ID, Violation.UNIQUE),
          new LoadAccounts(ID, 1, 1000),
          new LoadItems(ID, 1001, 10, 7));

  @Test
  void everyMutationComesBackFromItsBytes() {
    for (DrillMutation mutation : ONE_OF_EACH) {
      byte[] bytes = DrillMutations.encode(mutation);

      assertEquals(mutation, DrillMutations.decode(DrillMutations.idOf(mutation), bytes));
    }
  }

  @Test
  void everyMutationComesBackFromItsLine() {
    for (DrillMutation mutation : ONE_OF_EACH) {
      assertEquals(mutation, Protocol.mutation(Protocol.write(mutation).split(" ")));
    }
  }

  @Test
  void aTruncatedOrLongerOrNewerMutationIsRefused() {
    byte[] bytes = DrillMutations.encode(ONE_OF_EACH.get(0));
    byte[] newer = bytes.clone();
    newer[0] = 2;

    for (int length = 0; length < bytes.length; length++) {
      byte[] shorter = Arrays.copyOf(bytes, length);
      assertThrows(
          IllegalArgumentException.class, () -> DrillMutations.decode("transfer", shorter));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> DrillMutations.decode("transfer", Arrays.copyOf(bytes, bytes.length + 1)));
    assertThrows(IllegalArgumentException.class, () -> DrillMutations.decode("transfer", newer));
    assertThrows(IllegalArgumentException.class, () -> DrillMutations.decode("steal", bytes));
  }

  @Test
  void oneSeedGivesOneSequenceOfOperations() {
    assertEquals(operations(42), operations(42));
  }

  private static List<String> operations(long seed) {
    Workload workload = new Workload(seed, 1, 100, 100);
    workload.inserted(1000);
    return Stream.generate(() -> workload.next(ID).words()).limit(200).toList();
  }
}
