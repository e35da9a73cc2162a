package scriptorium.persistence.segment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static scriptorium.persistence.segment.LogFixture.expectMessage;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.persistence.AbstractPersistentActor;
import akka.persistence.DeleteMessagesSuccess;
import akka.persistence.RecoveryCompleted;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.stream.javadsl.Sink;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import scala.concurrent.Await;

/** The plugin under a real persistent actor. */
class SegmentJournalTest {
  @TempDir Path dir;
  private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private final List<ActorSystem> systems = new ArrayList<>();

  /** Persists lists of texts as one write, deletes up to a number, tells what happens. */
  static final class Writer extends AbstractPersistentActor {
    private final String id;
    private final BlockingQueue<Object> heard;

    Writer(String id, BlockingQueue<Object> heard) {
      this.id = id;
      this.heard = heard;
    }

    @Override
    public String persistenceId() {
      return id;
    }

    @Override
    public Receive createReceiveRecover() {
      return receiveBuilder()
          .match(RecoveryCompleted.class, done -> heard.add("recovered " + lastSequenceNr()))
          .matchAny(event -> heard.add("replayed " + event))
          .build();
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder()
          .match(
              List.class,
              events ->
                  persistAll(
                      (Iterable<?>) events,
                      event -> heard.add("persisted " + event + " " + lastSequenceNr())))
          .match(Long.class, this::deleteMessages)
          .match(DeleteMessagesSuccess.class, done -> heard.add("deleted"))
          .build();
    }

    @Override
    public void onPersistFailure(Throwable cause, Object event, long number) {
      heard.add(cause);
    }

    @Override
    public void onPersistRejected(Throwable cause, Object event, long number) {
      heard.add("rejected " + number);
    }

    @Override
    public void onRecoveryFailure(Throwable cause, scala.Option<Object> event) {
      heard.add(cause);
    }

    @Override
    public void postStop() {
      heard.add("stopped");
    }
  }

  @AfterEach
  void tearDown() throws Exception {
    for (ActorSystem system : systems) {
      terminate(system);
    }
  }

  private ActorSystem system(String lock) {
    return system(lock, "");
  }

  private ActorSystem system(String lock, String settings) {
    Config config =
        ConfigFactory.parseString(
                """
                akka.loglevel = OFF
                akka.log-dead-letters = off
                akka.persistence.journal.plugin = scriptorium.journal
                akka.actor { allow-java-serialization = on, warn-about-java-serializer-usage = off }
                scriptorium.journal { lock = %s, idle-mark = 5ms, %s }
                """
                    .formatted(lock, settings))
            .withFallback(
                ConfigFactory.parseMap(
                    java.util.Map.of("scriptorium.data-dir", dir.resolve("data").toString())))
            .withFallback(ConfigFactory.load());
    ActorSystem system = ActorSystem.create("test", config);
    systems.add(system);
    return system;
  }

  private static void terminate(ActorSystem system) throws Exception {
    system.terminate();
    Await.result(system.whenTerminated(), scala.concurrent.duration.Duration.create(20, "s"));
  }

  private ActorRef writer(ActorSystem system, String id) {
    return system.actorOf(Props.create(Writer.class, () -> new Writer(id, heard)));
  }

  private void expect(String... messages) throws InterruptedException {
    for (String message : messages) {
      assertEquals(message, heard.poll(20, TimeUnit.SECONDS));
    }
  }

  private Path folder(String id) {
    return StoreFolder.of(dir.resolve("data"), id);
  }

  @Test
  void writesOnePersistAllAsOneFrameAndConfirmsItWhenIdle() throws Exception {
    ActorSystem system = system("exclusive");
    ActorRef writer = writer(system, "a/b");
    expect("recovered 0");
    writer.tell(List.of("a", "b", "c"), ActorRef.noSender());
    expect("persisted a 1", "persisted b 2", "persisted c 3");
    writer.tell(akka.actor.PoisonPill.getInstance(), ActorRef.noSender());
    expect("stopped");

    List<String> frames = awaitIdleMark(folder("a/b"));

    assertEquals(
        List.of("OPENING 0", "EVENTS 3"),
        frames.stream().filter(f -> !f.startsWith("IDLE")).toList());
    assertTrue(frames.get(frames.size() - 1).startsWith("IDLE"));
  }

  private static List<String> awaitIdleMark(Path folder) {
    long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (true) {
      List<String> frames = new ArrayList<>();
      SegmentReader.of(folder)
          .read((segment, offset, frame) -> frames.add(frame.kind() + " " + frame.count()));
      if (frames.get(frames.size() - 1).startsWith("IDLE") && frames.contains("EVENTS 3")) {
        return frames;
      }
      assertTrue(System.nanoTime() < until, frames.toString());
      Thread.onSpinWait();
    }
  }

  @Test
  void failsTheOldWriterOnceAnotherProcessClaimedAndNeverComesBack() throws Exception {
    ActorSystem first = system("shared");
    ActorRef old = writer(first, "orders");
    expect("recovered 0");
    old.tell(List.of("a"), ActorRef.noSender());
    expect("persisted a 1");
    SegmentLogs.get(first).checkNewest(folder("orders"));

    ActorSystem second = system("shared");
    ActorRef successor = writer(second, "orders");
    expect("replayed a", "recovered 1");
    assertThrows(
        FencedWriterException.class, () -> SegmentLogs.get(first).checkNewest(folder("orders")));
    old.tell(List.of("late"), ActorRef.noSender());
    assertInstanceOf(FencedWriterException.class, heard.poll(20, TimeUnit.SECONDS));
    expect("stopped");
    writer(first, "orders");
    assertInstanceOf(FencedWriterException.class, heard.poll(20, TimeUnit.SECONDS));
    expect("stopped");

    successor.tell(List.of("b"), ActorRef.noSender());
    expect("persisted b 2");
  }

  @Test
  void refusesADamagedLogAndAHeldFolderWithTheirNames() throws Exception {
    ActorSystem first = system("exclusive");
    writer(first, "orders").tell(List.of("a"), ActorRef.noSender());
    expect("recovered 0", "persisted a 1");

    ActorSystem second = system("exclusive");
    writer(second, "orders");
    Throwable held =
        assertInstanceOf(UnusableFolderException.class, heard.poll(20, TimeUnit.SECONDS));
    expectMessage(held, "folder=" + folder("orders"), ProcessHandle.current().pid());
    expect("stopped");
    terminate(first);
    expect("stopped");
    LogFixture files = new LogFixture(folder("orders"));
    files.flip(files.file(1, 0), files.frameStarts(1, 0).get(1) + 99);

    writer(second, "orders");
    Throwable damage =
        assertInstanceOf(DamagedJournalException.class, heard.poll(20, TimeUnit.SECONDS));
    expectMessage(damage, "file=" + files.file(1, 0), "lastGoodSequenceNumber=0");
  }

  @Test
  void releasesAStoreInOrder() throws Exception {
    ActorSystem first = system("exclusive");
    writer(first, "orders").tell(List.of("a"), ActorRef.noSender());
    expect("recovered 0", "persisted a 1");

    SegmentLogs.get(first)
        .release(folder("orders"))
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);

    writer(system("exclusive"), "orders");
    expect("replayed a", "recovered 1");
  }

  @Test
  void writesAndReadsAndQueriesWithTheKeysOfTheSettings() throws Exception {
    String keys = "protection { encrypt-with = k1, keys.k1.value = \"%s\" }";
    ActorSystem first = system("shared", keys.formatted("5e".repeat(32)));
    writer(first, "orders").tell(List.of("SECRET", "SECRET"), ActorRef.noSender());
    expect("recovered 0", "persisted SECRET 1", "persisted SECRET 2");
    terminate(first);
    expect("stopped");

    byte[] file = new LogFixture(folder("orders")).read(folder("orders").resolve(FIRST_SEGMENT));
    assertFalse(new String(file, ISO_8859_1).contains("SECRET"));
    ActorSystem second = system("shared", keys.formatted("5e".repeat(32)));
    assertEquals(List.of("SECRET", "SECRET"), current(second));
    writer(second, "orders");
    expect("replayed SECRET", "replayed SECRET", "recovered 2");
    assertEquals(
        2, SegmentLogs.get(second).reader(folder("orders")).read(FrameVisitor.NONE).end().number());

    writer(system("shared", keys.formatted("5f".repeat(32))), "orders");
    Throwable refused =
        assertInstanceOf(JournalKeyException.class, heard.poll(20, TimeUnit.SECONDS));
    expectMessage(refused, "keyId=k1", "file=", "scriptorium.journal.protection.keys");
  }

  private static final String FIRST_SEGMENT = new SegmentName(1, 0).fileName();

  private static List<Object> current(ActorSystem system) throws Exception {
    return PersistenceQuery.get(system)
        .getReadJournalFor(SegmentQuery.class, SegmentQuery.ID)
        .currentEventsByPersistenceId("orders", 1, Long.MAX_VALUE)
        .map(EventEnvelope::event)
        .runWith(Sink.seq(), system)
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  @Test
  void countsWhatItDoesAndGoesOnCountingOverARestartOfTheStore() throws Exception {
    ActorSystem system = system("exclusive");
    SegmentLogs logs = SegmentLogs.get(system);
    assertEquals(Optional.empty(), logs.metrics(folder("orders")));
    ActorRef writer = writer(system, "orders");
    expect("recovered 0");
    writer.tell(List.of("a", "b"), ActorRef.noSender());
    writer.tell(List.of("c"), ActorRef.noSender());
    expect("persisted a 1", "persisted b 2", "persisted c 3");
    writer.tell(akka.actor.PoisonPill.getInstance(), ActorRef.noSender());
    expect("stopped");
    writer(system, "orders");
    expect("replayed a", "replayed b", "replayed c", "recovered 3");

    JournalMetrics metrics = logs.metrics(folder("orders")).orElseThrow();

    assertEquals(3, metrics.appends());
    assertEquals(2, metrics.groups());
    assertTrue(metrics.bytes() > 2 * 104, metrics.toString());
    assertTrue(metrics.forces().count() >= 2, metrics.toString());
    assertTrue(metrics.forces().max().toNanos() > 0, metrics.toString());
    assertEquals(1, metrics.segments());
    assertEquals(64 << 10, metrics.segmentBytes());
    assertEquals(3, metrics.replayedEvents());
    assertTrue(metrics.replayRate() > 0, metrics.toString());
  }

  @Test
  void tellsInTheLogWhatItDoesWhenAsked() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(SegmentLogs.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.list = new CopyOnWriteArrayList<>();
    lines.start();
    logger.addAppender(lines);
    logger.setLevel(Level.INFO);
    try {
      writer(system("exclusive", "metrics-interval = 1s"), "orders")
          .tell(List.of("a", "b"), ActorRef.noSender());
      expect("recovered 0", "persisted a 1", "persisted b 2");
      long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();

      while (lines.list.stream().noneMatch(SegmentJournalTest::tellsOfTwoAppends)) {
        assertTrue(System.nanoTime() < until, lines.list.toString());
        Thread.onSpinWait();
      }
    } finally {
      logger.detachAppender(lines);
      logger.setLevel(null);
    }
  }

  private static boolean tellsOfTwoAppends(ILoggingEvent line) {
    String text = line.getFormattedMessage();
    return text.contains("/orders appends=2 groups=1 bytes=") && text.contains(" segments=1 ");
  }

  @Test
  void readsWhetherUnprotectedSegmentsAreAccepted() {
    for (String value : List.of("off", "on")) {
      Config config =
          ConfigFactory.parseString("scriptorium.journal.protection.accept-unprotected=" + value)
              .withFallback(ConfigFactory.load())
              .resolve();

      assertEquals(
          value.equals("on"), SegmentJournalSettings.of(config).protection().acceptUnprotected());
    }
  }

  @Test
  void makesSegmentsAheadUnlessToldNotTo() {
    Config shipped = ConfigFactory.load();
    Config off = ConfigFactory.parseString("scriptorium.journal.make-segments-ahead = off");

    assertTrue(SegmentJournalSettings.of(shipped).makeAhead());
    assertFalse(SegmentJournalSettings.of(off.withFallback(shipped).resolve()).makeAhead());
  }

  @Test
  void namesTheSettingThatIsOutOfRange() {
    for (String setting :
        List.of(
            "scriptorium.journal.first-segment-bytes=1 KiB",
            "scriptorium.journal.max-segment-bytes=32 KiB",
            "scriptorium.journal.idle-mark=0 ms",
            "scriptorium.journal.thread-idle=0 ms",
            "scriptorium.journal.close-timeout=1 ms",
            "scriptorium.journal.lock=maybe",
            "scriptorium.journal.metrics-interval=10 ms",
            "scriptorium.journal.protection.encrypt-with=unknown",
            "scriptorium.journal.protection.sign-with=unknown",
            "scriptorium.journal.protection.keys={a{}}",
            "scriptorium.journal.protection.provider=java.lang.String",
            "scriptorium.data-dir=\"\"")) {
      Config config =
          ConfigFactory.parseString(setting).withFallback(ConfigFactory.load()).resolve();

      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class, () -> SegmentJournalSettings.of(config), setting);

      expectMessage(refused, setting.substring(0, setting.indexOf('=')));
    }
  }
}
