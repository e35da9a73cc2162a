package scriptorium.persistence.files;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.pattern.Patterns;
import akka.persistence.Persistence;
import akka.persistence.SaveSnapshotFailure;
import akka.persistence.SaveSnapshotSuccess;
import akka.persistence.SnapshotMetadata;
import akka.persistence.SnapshotProtocol;
import akka.persistence.SnapshotSelectionCriteria;
import akka.testkit.javadsl.TestKit;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.persistence.files.Notebook.Noted;
import scriptorium.persistence.files.Notebook.Offered;
import scriptorium.persistence.files.Notebook.Recovered;
import scriptorium.persistence.files.Notebook.TakeSnapshot;
import scriptorium.persistence.files.Notebook.Write;

class FileSnapshotStoreTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir Path data;
  private ActorSystem system;
  private TestKit observer;
  private @Nullable Offered offered;
  private Recovered recovered = new Recovered("");

  @BeforeEach
  void start() {
    Config config =
        ConfigFactory.parseString(
                """
                akka.persistence.journal.plugin = "akka.persistence.journal.inmem"
                akka.persistence.snapshot-store.plugin = "scriptorium.snapshot-store"
                akka.actor.allow-java-serialization = off
                scriptorium.data-dir = "%s"
                """
                    .formatted(data))
            .withFallback(ConfigFactory.load());
    system = ActorSystem.create("FileSnapshotStoreTest", config);
    observer = new TestKit(system);
  }

  @AfterEach
  void stop() {
    TestKit.shutdownActorSystem(system);
  }

  @Test
  void recoversFromTheNewestSnapshotAndTheEventsBehindIt() throws IOException {
    ActorRef notebook = open("main");
    write(notebook, "a");
    long takenAt = takeSnapshot(notebook).timestamp();
    write(notebook, "b");
    stop(notebook);

    open("main");

    assertEquals(new Offered(1, takenAt, "a"), offered);
    assertEquals("ab", recovered.text());
    assertEquals(1, files("main").size());
  }

  @Test
  void takesTheNextOlderSnapshotWhenTheNewestIsDamaged() throws IOException {
    ActorRef notebook = open("main");
    write(notebook, "a");
    SnapshotMetadata older = takeSnapshot(notebook);
    write(notebook, "b");
    takeSnapshot(notebook);
    write(notebook, "c");
    stop(notebook);
    damage(files("main").get(1));

    open("main");

    assertEquals(new Offered(1, older.timestamp(), "a"), offered);
    assertEquals("abc", recovered.text());
  }

  @Test
  void failsRatherThanAnswersNoneWhenAllMatchingAreDamaged() throws Exception {
    ActorRef notebook = open("main");
    write(notebook, "a");
    takeSnapshot(notebook);
    write(notebook, "b");
    takeSnapshot(notebook);
    damage(files("main").get(0));
    damage(files("main").get(1));

    Object answer = load("main", SnapshotSelectionCriteria.latest());

    Throwable failure = assertInstanceOf(SnapshotProtocol.LoadSnapshotFailed.class, answer).cause();
    CorruptSnapshotFileException newest =
        assertInstanceOf(CorruptSnapshotFileException.class, failure);
    assertEquals(files("main").get(1), newest.file());
    assertEquals(1, newest.getSuppressed().length);
  }

  @Test
  void keepsDerivedIdsInTheStoresFolder() throws Exception {
    save(new SnapshotMetadata("main|42|0", 42, 1), "chunk 0");
    save(new SnapshotMetadata("main|42|1", 42, 1), "chunk 1");
    save(new SnapshotMetadata("a/b|42|1", 42, 1), "elsewhere");

    assertEquals("chunk 1", loaded("main|42|1", SnapshotSelectionCriteria.latest()));
    assertEquals(2, files("main").size());
    assertEquals(1, files("a%2Fb").size());
  }

  @Test
  void refusesToSaveWhenFencedAndSaysWhy() throws IOException {
    ActorRef notebook = open("main");
    write(notebook, "a");
    takeSnapshot(notebook);
    FenceCheck overtaken =
        () -> {
          throw new IllegalStateException("store=main epoch=4 newest=5");
        };
    FenceChecks.of(system).set("main", overtaken);

    notebook.tell(new TakeSnapshot(), ActorRef.noSender());

    SaveSnapshotFailure failure = observer.expectMsgClass(SaveSnapshotFailure.class);
    assertEquals("store=main epoch=4 newest=5", failure.cause().getMessage());
    assertEquals(1, files("main").size());

    FenceChecks.of(system).clear("main", overtaken);
    takeSnapshot(notebook);
  }

  @Test
  void savesAndDeletesInTheOrderTheyWereAskedFor() throws Exception {
    ActorRef store = store();
    for (int i = 1; i <= 200; i++) {
      SnapshotMetadata metadata = new SnapshotMetadata("main", i, i);
      store.tell(new SnapshotProtocol.SaveSnapshot(metadata, "x".repeat(5_000)), observer.getRef());
      store.tell(
          new SnapshotProtocol.DeleteSnapshots("main", SnapshotSelectionCriteria.latest()),
          observer.getRef());
    }
    observer.receiveN(400, PATIENCE);

    assertEquals(List.of(), files("main"));
  }

  /** Starts the actor and waits until it has recovered; notes what it was offered. */
  private ActorRef open(String id) {
    ActorRef notebook = system.actorOf(Notebook.props(id, observer.getRef()));
    Object first = observer.expectMsgAnyClassOf(PATIENCE, Offered.class, Recovered.class);
    if (first instanceof Offered offer) {
      offered = offer;
      recovered = observer.expectMsgClass(PATIENCE, Recovered.class);
    } else {
      recovered = (Recovered) first;
    }
    return notebook;
  }

  private void write(ActorRef notebook, String note) {
    notebook.tell(new Write(note), ActorRef.noSender());
    observer.expectMsgClass(PATIENCE, Noted.class);
  }

  private SnapshotMetadata takeSnapshot(ActorRef notebook) {
    notebook.tell(new TakeSnapshot(), ActorRef.noSender());
    return observer.expectMsgClass(PATIENCE, SaveSnapshotSuccess.class).metadata();
  }

  private void stop(ActorRef notebook) {
    observer.watch(notebook);
    system.stop(notebook);
    observer.expectTerminated(PATIENCE, notebook);
    observer.unwatch(notebook);
  }

  private ActorRef store() {
    return Persistence.get(system)
        .snapshotStoreFor("scriptorium.snapshot-store", ConfigFactory.empty());
  }

  private void save(SnapshotMetadata metadata, String text) throws Exception {
    assertInstanceOf(
        SaveSnapshotSuccess.class, ask(new SnapshotProtocol.SaveSnapshot(metadata, text)));
  }

  private Object load(String id, SnapshotSelectionCriteria criteria) throws Exception {
    return ask(new SnapshotProtocol.LoadSnapshot(id, criteria, Long.MAX_VALUE));
  }

  private String loaded(String id, SnapshotSelectionCriteria criteria) throws Exception {
    SnapshotProtocol.LoadSnapshotResult result =
        assertInstanceOf(SnapshotProtocol.LoadSnapshotResult.class, load(id, criteria));
    return result.snapshot().isEmpty() ? "none" : (String) result.snapshot().get().snapshot();
  }

  private Object ask(Object message) throws Exception {
    return Patterns.ask(store(), message, PATIENCE)
        .toCompletableFuture()
        .get(PATIENCE.toSeconds(), SECONDS);
  }

  private List<Path> files(String store) throws IOException {
    try (Stream<Path> files = Files.list(data.resolve(store).resolve("snapshots"))) {
      return files.sorted().toList();
    }
  }

  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }
}
