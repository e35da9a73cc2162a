package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.internal.StoreDoor;

/** Reads on the calling thread. */
@Timeout(60)
final class ReadHereTest {

  private static final SchemaScript WORD =
      SchemaScript.numbered(1, "V1", "create table word(id int primary key)");

  @TempDir Path folder;
  private @Nullable ActorSystem<Void> system;

  private StoreDoor open(String overrides) {
    Config config =
        ConfigFactory.parseString(overrides)
            .withFallback(ConfigFactory.parseString("scriptorium.data-dir = \"" + folder + "\""))
            .withFallback(ConfigFactory.load());
    ActorSystem<Void> opened = ActorSystem.create(Behaviors.empty(), "store-test", config);
    system = opened;
    StoreDoor door =
        StoreDoor.alone(
            opened, StoreSettings.load(config).withSchema(List.of(WORD)), InstantSource.system());
    StoreFixture.get(door.ready());
    return door;
  }

  @AfterEach
  void close() {
    if (system != null) {
      ActorTestKit.shutdown(system);
    }
  }

  @Test
  void runsOnTheCallersThread() {
    StoreDoor door = open("");

    ReadReply<Thread> reply = door.readHere(ReadRequest.of(connection -> Thread.currentThread()));

    assertSame(Thread.currentThread(), reply.orThrow().value());
  }

  @Test
  void waitsForItsPermitAndIsThenRefused() {
    StoreDoor door = open("scriptorium.store.read { permits = 1, permit-timeout = 50ms }");
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> holding = hold(door, held, until);
    StoreFixture.await(held);

    ReadReply<Integer> reply = door.readHere(ReadRequest.of(connection -> 1));

    assertInstanceOf(ReadReply.TooBusy.class, reply);
    until.countDown();
    StoreFixture.get(holding).orThrow();
    assertEquals(1, door.readHere(ReadRequest.of(connection -> 1)).orThrow().value());
  }

  @Test
  void isRefusedAtOnceWhenTooManyWait() {
    StoreDoor door = open("scriptorium.store.read { permits = 1, queue-capacity = 0 }");
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch until = new CountDownLatch(1);
    CompletableFuture<ReadReply<Integer>> holding = hold(door, held, until);
    StoreFixture.await(held);

    ReadReply<Integer> reply = door.readHere(ReadRequest.of(connection -> 1));

    ReadReply.TooBusy<?> busy = assertInstanceOf(ReadReply.TooBusy.class, reply);
    assertTrue(busy.waited().compareTo(Duration.ofSeconds(4)) < 0, busy.toString());
    until.countDown();
    StoreFixture.get(holding).orThrow();
  }

  private static CompletableFuture<ReadReply<Integer>> hold(
      StoreDoor door, CountDownLatch held, CountDownLatch until) {
    return CompletableFuture.supplyAsync(
        () ->
            door.readHere(
                ReadRequest.of(
                    connection -> {
                      held.countDown();
                      until.await();
                      return 1;
                    })));
  }

  @Test
  void waitsForItsLevel() {
    StoreDoor door = open("scriptorium.store.read.level-timeout = 50ms");
    SequenceNumber beyond = new SequenceNumber(door.status().sequenceNumber().value() + 1);
    ReadRequest<Integer> read = ReadRequest.of(connection -> 1);

    assertInstanceOf(
        ReadReply.NotReached.class, door.readHere(read.withLevel(ReadLevel.atLeast(beyond))));
    assertEquals(1, door.readHere(read.withLevel(ReadLevel.linearizable())).orThrow().value());
  }

  @Test
  void leavesTheCallersThreadUninterruptedWhenItTookTooLong() {
    StoreDoor door = open("scriptorium.store.read.timeout = 50ms");

    ReadReply<Integer> reply =
        door.readHere(
            ReadRequest.of(
                connection -> {
                  new CountDownLatch(1).await();
                  return 1;
                }));

    assertInstanceOf(ReadReply.TimedOut.class, reply);
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void refusesMoreReadersThanLeaveTheWriterATransaction() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> open("scriptorium.store.read.connections = 60000"));

    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("scriptorium.store.read.connections expected=1.."), message);
    assertTrue(message.contains("found=60000"), message);
  }
}
