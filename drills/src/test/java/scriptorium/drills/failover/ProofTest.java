package scriptorium.drills.failover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.Store;
import scriptorium.actors.StoreSettings;
import scriptorium.actors.TxId;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.drills.failover.check.Defect;
import scriptorium.drills.failover.check.HistoryChecker.Loaded;
import scriptorium.drills.failover.history.ClientWrite;
import scriptorium.drills.failover.history.History;
import scriptorium.drills.failover.history.Verdict;
import scriptorium.drills.failover.workload.DrillMutation;
import scriptorium.drills.failover.workload.DrillSchema;
import scriptorium.drills.failover.workload.Violation;
import scriptorium.drills.journal.DrillJournal;

/** A real store's files, read by the checker's own reader: the two agree on the format. */
class ProofTest {

  private static final Loaded LOADED = new Loaded(2 * DrillSchema.INITIAL_BALANCE, 2);

  @TempDir private Path folder;

  private final List<ClientWrite> told = new ArrayList<>();

  @Test
  void whatAStoreAcknowledgedIsProvedFromItsFiles() throws Exception {
    writeAll();

    Proof proof = Proof.of(folder, DrillJournal.embedded(), new History(told, List.of()), LOADED);

    assertEquals(List.of(), proof.defects());
    assertEquals(1, proof.walk().firstNumber());
    assertTrue(proof.walk().sealed());
    assertEquals(6, proof.journal().numbersByTxId().size());
  }

  @Test
  void anAcknowledgementThatWasNeverWrittenIsFound() throws Exception {
    writeAll();
    ClientWrite last = told.get(0);
    told.add(
        new ClientWrite(
            new UUID(7, 7), 0, "update item 1 to 2", false, 1, 2, last.verdict(), 999, 1));

    Proof proof = Proof.of(folder, DrillJournal.embedded(), new History(told, List.of()), LOADED);

    assertEquals(
        List.of(Defect.Kind.LOST, Defect.Kind.DATABASE_DIFFERS),
        proof.defects().stream().map(Defect::kind).toList());
  }

  private void writeAll() throws Exception {
    ActorSystem<Void> system =
        ActorSystem.create(
            Behaviors.empty(),
            "proof-test",
            ConfigFactory.load(
                ConfigFactory.parseMap(
                    Map.of(
                        "scriptorium.data-dir", folder.toString(), "akka.loglevel", "WARNING"))));
    try {
      Store store =
          Store.start(
              system,
              StoreSettings.load(system.settings().config()).withSchema(DrillSchema.scripts()));
      await(store.ready());
      write(store, new DrillMutation.LoadAccounts(id(), 1, 2));
      write(store, new DrillMutation.LoadItems(id(), 1, 2, 2));
      write(store, new DrillMutation.Transfer(id(), 1, 2, 5));
      write(store, new DrillMutation.InsertItem(id(), "new", 1, 5));
      write(store, new DrillMutation.UpdateItem(id(), 1, 7));
      write(store, new DrillMutation.DeleteItem(id(), 2));
      for (Violation violation : Violation.values()) {
        write(store, new DrillMutation.Violate(id(), violation));
      }
      await(store.stop());
    } finally {
      system.terminate();
      await(system.getWhenTerminated());
    }
  }

  private void write(Store store, DrillMutation mutation) throws Exception {
    WriteReply<Long> reply =
        await(
            store.write(
                new WriteRequest<>(
                    mutation.txId(),
                    mutation.words(),
                    mutation,
                    Optional.empty(),
                    Optional.empty())));
    if (mutation instanceof DrillMutation.Violate) {
      assertInstanceOf(WriteReply.Refused.class, reply, mutation.words());
      tell(mutation, Verdict.REFUSED, 0);
    } else {
      tell(mutation, Verdict.ACKNOWLEDGED, reply.orThrow().sequenceNumber().value());
    }
  }

  private void tell(DrillMutation mutation, Verdict verdict, long number) {
    boolean mustBeRefused = mutation instanceof DrillMutation.Violate;
    told.add(
        new ClientWrite(
            mutation.txId(), 0, mutation.words(), mustBeRefused, 1, 2, verdict, number, 1));
  }

  private static UUID id() {
    return TxId.next(Instant.now());
  }

  private static <T> T await(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
