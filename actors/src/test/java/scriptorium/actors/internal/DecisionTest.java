package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import scriptorium.actors.Outcome;
import scriptorium.actors.SchemaReply;
import scriptorium.actors.StorePhase;

/** What callers hear of commands that are decided just before the writer is given up. */
final class DecisionTest {

  private final ArrayDeque<Runnable> undelivered = new ArrayDeque<>();

  private void deliver() {
    undelivered.forEach(Runnable::run);
  }

  private void expectKept(WriterCommand command) {
    assertTrue(command.isAnswered());
    assertTrue(command.isWithdrawn());
    command.giveUp("the writer has ended");
    deliver();
  }

  @Test
  void aRefusedSchemaChangeStaysRefusedWhenTheWriterEndsBeforeItsCallerHearsIt() {
    CompletableFuture<SchemaAnswer> heard = new CompletableFuture<>();
    Decision<SchemaAnswer> decision = new Decision<>(heard);
    SchemaAnswer refused = SchemaAnswer.Refused.givenUp("script", "the store was stopped");
    decision.make(refused, undelivered::add);

    expectKept(new WriterCommand.ChangeSchema(List.of(), decision));

    assertEquals(refused, heard.join());
  }

  @Test
  void anOutcomeThatIsKnownIsToldWhenTheWriterEndsBeforeItsCallerHearsIt() {
    CompletableFuture<Outcome> heard = new CompletableFuture<>();
    Decision<Outcome> decision = new Decision<>(heard);
    decision.make(new Outcome.Never(), undelivered::add);

    expectKept(new WriterCommand.TellOutcome(new UUID(0, 0), decision));

    assertEquals(new Outcome.Never(), heard.join());
  }

  @Test
  void aSchemaThatIsKnownIsToldWhenTheWriterEndsBeforeItsCallerHearsIt() {
    CompletableFuture<SchemaReply> heard = new CompletableFuture<>();
    Decision<SchemaReply> decision = new Decision<>(heard);
    SchemaReply known = new SchemaReply.NotReady(StorePhase.READY, "stands for what is known");
    decision.make(known, undelivered::add);

    expectKept(new WriterCommand.TellSchema(List.of(), decision));

    assertEquals(known, heard.join());
  }

  @Test
  void whatIsNotDecidedIsGivenUpOnce() {
    CompletableFuture<Outcome> heard = new CompletableFuture<>();
    Decision<Outcome> decision = new Decision<>(heard);

    new WriterCommand.TellOutcome(new UUID(0, 0), decision).giveUp("the writer has ended");
    decision.make(new Outcome.Never(), undelivered::add);

    deliver();
    assertTrue(heard.join() instanceof Outcome.NotNow);
  }

  @Test
  void aCallerWhoDoesNotWaitAnyMoreHasWithdrawn() {
    CompletableFuture<Outcome> heard = new CompletableFuture<>();
    Decision<Outcome> decision = new Decision<>(heard);
    assertFalse(decision.isMade());

    heard.cancel(false);

    assertTrue(decision.isMade());
    assertFalse(decision.makeHere(new Outcome.Never()));
  }
}
