package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How actors use a store. */
@Timeout(60)
final class ActorProtocolTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;
  private StoreFixture store;
  private TestProbe<Integer> told;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder).ready();
    store.schema("create table word(id int generated always as identity, text varchar)");
    told = TestProbe.create(Integer.class, store.system());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static WriteRequest<Integer> add(String text) {
    return WriteRequest.of(
        "add",
        connection ->
            StoreFixture.update(connection, "insert into word(text) values(?)", text)
                + Integer.parseInt(
                    StoreFixture.rows(connection, "select count(*) from word").get(0)),
        Instant.now());
  }

  @Test
  void askPatternAsksFromOutside() {
    WriteRequest<Integer> request = add("one");

    CompletionStage<WriteReply<Integer>> reply =
        AskPattern.ask(
            store.store().ref(),
            replyTo -> new StoreCommand.Write<>(request, replyTo),
            PATIENCE,
            store.system().scheduler());

    assertEquals(2, StoreFixture.get(reply).orThrow().value());
  }

  /** What the actors below hear. */
  private sealed interface Counting {
    record Add(String word) implements Counting {}

    record Added(WriteReply<Integer> reply) implements Counting {}

    record NoAnswer(Throwable failure) implements Counting {}
  }

  /** An actor that asks its store's actor. */
  private Behavior<Counting> asking() {
    return Behaviors.setup(
        context ->
            Behaviors.receive(Counting.class)
                .onMessage(
                    Counting.Add.class,
                    add -> {
                      WriteRequest<Integer> request = add(add.word());
                      context.ask(
                          WriteReply.<Integer>type(),
                          store.store().ref(),
                          PATIENCE,
                          replyTo -> new StoreCommand.Write<>(request, replyTo),
                          (reply, failure) ->
                              reply != null
                                  ? new Counting.Added(reply)
                                  : new Counting.NoAnswer(failure));
                      return Behaviors.same();
                    })
                .onMessage(Counting.Added.class, this::tellProbe)
                .build());
  }

  /** An actor that uses the façade and pipes the reply to itself. */
  private Behavior<Counting> piping() {
    return Behaviors.setup(
        context ->
            Behaviors.receive(Counting.class)
                .onMessage(
                    Counting.Add.class,
                    add -> {
                      context.pipeToSelf(
                          store.store().write(add(add.word())),
                          (reply, failure) -> new Counting.Added(reply)); // it never fails
                      return Behaviors.same();
                    })
                .onMessage(Counting.Added.class, this::tellProbe)
                .build());
  }

  private Behavior<Counting> tellProbe(Counting.Added added) {
    told.getRef().tell(added.reply().orThrow().value());
    return Behaviors.same();
  }

  @Test
  void anActorAsks() {
    ActorRef<Counting> actor = store.system().systemActorOf(asking(), "asking", Props.empty());

    actor.tell(new Counting.Add("one"));

    assertEquals(2, told.receiveMessage(PATIENCE));
  }

  @Test
  void anActorPipesToItself() {
    ActorRef<Counting> actor = store.system().systemActorOf(piping(), "piping", Props.empty());

    actor.tell(new Counting.Add("one"));
    actor.tell(new Counting.Add("two"));

    assertEquals(2, told.receiveMessage(PATIENCE));
    assertEquals(3, told.receiveMessage(PATIENCE));
  }

  @Test
  void anActorTellsWithoutAnAddress() {
    ActorRef<StoreCommand> ref = store.store().ref();

    ref.tell(new StoreCommand.Write<>(add("one")));
    ref.tell(new StoreCommand.Write<>(add("two"), null));
    ref.tell(new StoreCommand.Write<>(add("three"), store.system().ignoreRef()));
    ref.tell(new StoreCommand.TakeSnapshot(store.system().ignoreRef()));
    CompletionStage<WriteReply<Integer>> last = // in order, so behind the others
        AskPattern.ask(
            ref,
            replyTo -> new StoreCommand.Write<>(add("four"), replyTo),
            PATIENCE,
            store.system().scheduler());

    assertEquals(5, StoreFixture.get(last).orThrow().value());
    assertEquals(
        List.of("one", "two", "three", "four"), store.rows("select text from word order by id"));
  }

  static Stream<Executable> withoutAddress() {
    return Stream.of(
        () -> new StoreCommand.Read<>(ReadRequest.of(connection -> 1), nobody()),
        () -> new StoreCommand.GetOutcome(TxId.next(Instant.now()), nobody()),
        () -> new StoreCommand.Cancel(TxId.next(Instant.now()), nobody()),
        () -> new StoreCommand.Migrate(List.of(), nobody()),
        () -> new StoreCommand.TakeSnapshot(nobody()),
        () -> new StoreCommand.GetStatus(nobody()),
        () -> new StoreCommand.Stop(nobody()));
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // as code without checks does
  private static <T> ActorRef<T> nobody() {
    return null;
  }

  /** In the caller's hands, not in the store's actor, which would die of it. */
  @ParameterizedTest
  @MethodSource("withoutAddress")
  void refusesACommandThatNobodyWouldHear(Executable command) {
    NullPointerException refused = assertThrows(NullPointerException.class, command);

    assertTrue(String.valueOf(refused.getMessage()).contains("ignoreRef"), refused.toString());
  }

  @Test
  void everyCommandIsAnswered() {
    Function<ActorRef<Outcome>, StoreCommand> outcome =
        replyTo -> new StoreCommand.GetOutcome(TxId.next(Instant.now()), replyTo);
    assertInstanceOf(Outcome.Never.class, ask(outcome));
    assertInstanceOf(ReadReply.Answered.class, askRead());
    assertEquals(StorePhase.READY, this.<StoreStatus>ask(StoreCommand.GetStatus::new).phase());
    assertInstanceOf(SnapshotReply.Saved.class, ask(StoreCommand.TakeSnapshot::new));
    assertInstanceOf(
        MigrationReply.Migrated.class,
        this.<MigrationReply>ask(replyTo -> new StoreCommand.Migrate(List.of(), replyTo)));
    assertEquals(
        new CancelReply.NotFound(),
        this.<CancelReply>ask(
            replyTo -> new StoreCommand.Cancel(TxId.next(Instant.now()), replyTo)));
    assertEquals(akka.Done.getInstance(), ask(StoreCommand.Stop::new));
    assertEquals(StorePhase.STOPPED, this.<StoreStatus>ask(StoreCommand.GetStatus::new).phase());
  }

  private ReadReply<Integer> askRead() {
    return ask(replyTo -> new StoreCommand.Read<>(ReadRequest.of(connection -> 1), replyTo));
  }

  private <R> R ask(Function<ActorRef<R>, StoreCommand> command) {
    return StoreFixture.get(
        AskPattern.ask(store.store().ref(), command::apply, PATIENCE, store.system().scheduler()));
  }
}
