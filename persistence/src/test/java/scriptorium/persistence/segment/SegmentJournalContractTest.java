package scriptorium.persistence.segment;

import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.contract.DurableJournalContract;
import scriptorium.contract.Fault;
import scriptorium.contract.FolderCuts;
import scriptorium.contract.TornStorage;
import scriptorium.persistence.MemoryDisk;

/** The embedded journal under the whole contract. */
@Timeout(300)
class SegmentJournalContractTest extends DurableJournalContract {
  @TempDir(factory = MemoryDisk.class)
  Path dir;

  @Override
  protected Config config() {
    return over(dir.resolve("data"));
  }

  /**
   * Shared, so that several systems may use it; without idle marks, so that each byte is a write's.
   */
  private static Config over(Path data) {
    return ConfigFactory.parseString(
            """
            akka.loglevel = OFF
            akka.persistence.journal.plugin = scriptorium.journal
            scriptorium.journal {
              lock = shared
              idle-mark = 1 h
              first-segment-bytes = 4 KiB
            }
            """)
        .withFallback(ConfigFactory.parseMap(Map.of("scriptorium.data-dir", data.toString())));
  }

  @Override
  protected Optional<TornStorage> tornStorage() {
    return Optional.of(
        new FolderCuts(dir.resolve("data"), dir.resolve("cuts"), SegmentJournalContractTest::over));
  }

  @Override
  protected Optional<Fault> holdWrites(ActorSystem system, String persistenceId) {
    CountDownLatch held = new CountDownLatch(1);
    CompletableFuture<Void> unused =
        SegmentLogs.get(system)
            .of(persistenceId)
            .ask(
                log -> {
                  await(held);
                  return null;
                });
    return Optional.of(held::countDown);
  }

  private static void await(CountDownLatch held) {
    try {
      held.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the journal's thread", e);
    }
  }

  @Override
  protected Optional<Fault> failWrites(ActorSystem system, String persistenceId) {
    SegmentLogs logs = SegmentLogs.get(system);
    FaultyFiles files = new FaultyFiles();
    logs.useFiles(files);
    logs.release(logs.folder(persistenceId)).toCompletableFuture().join();
    setForce(
        logs,
        persistenceId,
        files,
        file -> {
          throw new IOException("no such luck");
        });
    return Optional.of(() -> setForce(logs, persistenceId, files, file -> {}));
  }

  /** On the thread that uses it. */
  private static void setForce(
      SegmentLogs logs, String persistenceId, FaultyFiles files, FaultyFiles.Gate gate) {
    logs.of(persistenceId)
        .ask(
            log -> {
              files.beforeForce = gate;
              return null;
            })
        .join();
  }

  @Test
  @Tag("soak")
  @Timeout(3600)
  void losesNothingInThreeHundredKills() throws Exception {
    expectDurable(300);
  }
}
