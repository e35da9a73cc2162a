package scriptorium.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** Akka's journal in memory, which takes whatever it is given: the contract must notice. */
class LaxJournalTest {

  private static class Lax extends JournalContract {
    @Override
    protected Config config() {
      return ConfigFactory.parseString(
          "akka { loglevel = OFF, persistence.journal.plugin = akka.persistence.journal.inmem }");
    }
  }

  private static void run(JournalContract contract, Consumer<JournalContract> test)
      throws Exception {
    contract.readSettings();
    try {
      test.accept(contract);
    } finally {
      contract.terminateSystems();
    }
  }

  private static void expectCaught(Consumer<JournalContract> test) {
    assertThrows(AssertionError.class, () -> run(new Lax(), test));
  }

  @Test
  void passesWhatItDoesRight() throws Exception {
    run(new Lax(), JournalContract::replaysBothEndsOfARangeAndNotMoreThanAskedFor);
    run(new Lax(), JournalContract::keepsTheHighestNumberWhenAllEventsAreDeleted);
    run(new Lax(), JournalContract::storesWritesThatDoNotWaitForEachOtherInTheOrderAsked);
  }

  @Test
  void isCaughtWhenItStoresANumberTwice() {
    expectCaught(JournalContract::refusesNumbersThatAreStoredAlready);
  }

  @Test
  void isCaughtWhenItLeavesAGap() {
    expectCaught(JournalContract::refusesNumbersThatLeaveAGap);
  }

  @Test
  void isCaughtWhenItStoresWhatCannotBeSerialized() {
    expectCaught(JournalContract::rejectsWhatCannotBeSerializedAndKeepsNothingOfItsWrite);
  }

  @Test
  void isSkippedLoudlyWhereItSaysThatItCannot() {
    JournalContract honest =
        new Lax() {
          @Override
          protected boolean refusesGaps() {
            return false;
          }
        };

    assertThrows(
        TestAbortedException.class,
        () -> run(honest, JournalContract::refusesNumbersThatLeaveAGap));
  }
}
