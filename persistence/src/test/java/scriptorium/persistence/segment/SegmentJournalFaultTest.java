package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static scriptorium.persistence.segment.LogFixture.expectMessage;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.concurrent.Await;
import scala.concurrent.duration.Duration;
import scriptorium.persistence.disk.DiskCall;
import scriptorium.persistence.disk.SimulatedDisk;
import scriptorium.persistence.disk.SimulatedProcess;

/** What a persistent actor hears of a disk that fails or is full, and how its successor goes on. */
class SegmentJournalFaultTest {
  @TempDir Path dir;
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private SimulatedDisk disk = new SimulatedDisk();
  private SimulatedProcess process = new SimulatedProcess(disk, 1);
  private ActorSystem system;

  @BeforeEach
  void start() {
    Config config =
        ConfigFactory.parseString(
                """
                akka.loglevel = OFF
                akka.log-dead-letters = off
                akka.persistence.journal.plugin = scriptorium.journal
                akka.actor { allow-java-serialization = on, warn-about-java-serializer-usage = off }
                scriptorium.journal { lock = exclusive, idle-mark = 1h, first-segment-bytes = 4 KiB }
                """)
            .withFallback(ConfigFactory.parseMap(Map.of("scriptorium.data-dir", dir.toString())))
            .withFallback(ConfigFactory.load());
    system = ActorSystem.create("test", config);
    SegmentLogs.get(system).useFiles(new SimulatedLogFiles(process));
  }

  @AfterEach
  void stop() throws Exception {
    system.terminate();
    Await.result(system.whenTerminated(), Duration.create(20, "s"));
  }

  private ActorRef writer() {
    return system.actorOf(
        Props.create(
            SegmentJournalTest.Writer.class, () -> new SegmentJournalTest.Writer("orders", heard)));
  }

  private void expect(String... messages) throws InterruptedException {
    for (String message : messages) {
      assertEquals(message, heard.poll(20, TimeUnit.SECONDS));
    }
  }

  private <T> T expect(Class<T> failure) throws InterruptedException {
    return assertInstanceOf(failure, heard.poll(20, TimeUnit.SECONDS));
  }

  @Test
  void failsTheWriteWhoseForceFailedAsUnknownAndRescansAtTheNextRecovery() throws Exception {
    ActorRef writer = writer();
    expect("recovered 0");
    writer.tell(List.of("a"), ActorRef.noSender());
    expect("persisted a 1");

    process.fail(DiskCall.FORCE, 1, "Input/output error");
    writer.tell(List.of("b", "c"), ActorRef.noSender());
    FailedLogException failed = expect(FailedLogException.class);
    expect("stopped");
    ActorRef successor = writer();

    expectMessage(failed, "force failed", "lastSequenceNumber=1", "unknown");
    expect("replayed a", "replayed b", "replayed c", "recovered 3");
    successor.tell(List.of("d"), ActorRef.noSender());
    expect("persisted d 4");
    stop();
    expect("stopped");
    disk = disk.afterPowerLoss(new BitSet());
    start();
    SegmentLogs.get(system).useFiles(new SimulatedLogFiles(new SimulatedProcess(disk, 2)));
    writer();
    expect("replayed a", "replayed b", "replayed c", "replayed d", "recovered 4");
  }

  @Test
  void refusesWritesOnAFullDiskReadsOnAndResumesByItself() throws Exception {
    ActorRef writer = writer();
    expect("recovered 0");
    writer.tell(List.of("a"), ActorRef.noSender());
    expect("persisted a 1");
    disk.setCapacity(disk.usedBytes());
    String large = "x".repeat(10_000);

    for (int attempt = 0; attempt < 2; attempt++) {
      writer.tell(List.of(large), ActorRef.noSender());
      JournalFullException refused = expect(JournalFullException.class);
      expect("stopped");
      expectMessage(refused, "no room on the disk: file=", "segment-", "neededBytes=10");
      writer = writer();
      expect("replayed a", "recovered 1");
    }
    writer.tell(List.of("small"), ActorRef.noSender());
    expect("persisted small 2");

    disk.setCapacity(Long.MAX_VALUE);
    writer.tell(List.of(large), ActorRef.noSender());
    expect("persisted " + large + " 3");
  }
}
