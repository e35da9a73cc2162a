package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import scriptorium.actors.Mutation;
import scriptorium.actors.MutationType;
import scriptorium.actors.Outcome;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.StorePhase;
import scriptorium.actors.TxId;
import scriptorium.actors.WriteReply;

/** Every kind of answer travels between nodes as it is. */
final class RemoteRepliesTest {

  private static final UUID TX_ID = TxId.next(Instant.ofEpochMilli(1_700_000_000_000L));
  private static final OneType TYPE = new OneType();

  static Stream<WriteReply<Integer>> replies() {
    SequenceNumber number = new SequenceNumber(42);
    Instant time = Instant.ofEpochMilli(1_700_000_000_123L);
    Duration second = Duration.ofSeconds(1);
    return Stream.of(
        new WriteReply.Committed<>(number, 7, false),
        new WriteReply.Committed<>(number, null, true),
        new WriteReply.Committed<>(number, null, true, Optional.of("why not")),
        new WriteReply.Refused<>("23505", Optional.of("WORD_TEXT"), "twice"),
        new WriteReply.Refused<>("HY000", Optional.empty(), "\u00e9\ud83d\ude00"),
        new WriteReply.Busy<>(3, second),
        new WriteReply.Expired<>(second),
        new WriteReply.Cancelled<>(second, Duration.ofSeconds(2), false),
        new WriteReply.Cancelled<>(Duration.ZERO, Duration.ofSeconds(2), true),
        new WriteReply.TooLarge<>(5, 4),
        new WriteReply.Full<>(6, 5),
        new WriteReply.TooOld<>(time, time.plusMillis(1)),
        new WriteReply.NotTheWriter<>(Optional.of("there")),
        new WriteReply.NotTheWriter<>(Optional.empty()),
        new WriteReply.NotReady<>(StorePhase.POISONED, "first cause"),
        new WriteReply.Unknown<>(TX_ID, "lost"));
  }

  @ParameterizedTest
  @MethodSource("replies")
  void bringsAReplyAsItIs(WriteReply<Integer> reply) {
    assertEquals(reply, RemoteReplies.decode(RemoteReplies.encode(reply, TYPE, 1000), TYPE, TX_ID));
  }

  @ParameterizedTest
  @MethodSource("replies")
  void tellsUnknownOfEachReplyThatIsCutShort(WriteReply<Integer> reply) {
    byte[] whole = RemoteReplies.encode(reply, TYPE, 1000);
    byte[] cut = java.util.Arrays.copyOf(whole, 1);

    WriteReply<Integer> read = RemoteReplies.decode(cut, TYPE, TX_ID);

    assertEquals(TX_ID, assertInstanceOf(WriteReply.Unknown.class, read).txId());
  }

  @Test
  void cutsATextThatWouldNotFitIntoAMessage() {
    WriteReply<Integer> reply =
        new WriteReply.Refused<>("HY000", Optional.empty(), "x".repeat(1_000_000));

    byte[] bytes = RemoteReplies.encode(reply, TYPE, 1000);

    assertTrue(bytes.length < 10_000, "bytes=" + bytes.length);
    WriteReply.Refused<?> read =
        assertInstanceOf(WriteReply.Refused.class, RemoteReplies.decode(bytes, TYPE, TX_ID));
    assertTrue(read.message().endsWith("chars=1000000"));
  }

  static Stream<Outcome> outcomes() {
    return Stream.of(
        new Outcome.Committed(new SequenceNumber(42)),
        new Outcome.Never(),
        new Outcome.Forgotten(),
        new Outcome.NotNow(StorePhase.REPLAYING, Optional.of("there"), "soon"),
        new Outcome.NotNow(StorePhase.READY, Optional.empty(), ""));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void bringsAnOutcomeAsItIs(Outcome outcome) {
    Output out = new Output(64, -1);

    RemoteOutcomes.write(out, outcome);

    assertEquals(outcome, RemoteOutcomes.read(new Input(out.toBytes())));
  }

  private record One() implements Mutation<Integer> {
    @Override
    public Integer run(Connection connection) {
      return 1;
    }
  }

  private record OneType() implements MutationType<One, Integer> {
    @Override
    public String id() {
      return "one";
    }

    @Override
    public Class<One> mutationClass() {
      return One.class;
    }

    @Override
    public byte[] encode(One mutation) {
      return new byte[0];
    }

    @Override
    public One decode(byte[] bytes) {
      return new One();
    }

    @Override
    public byte[] encodeValue(Integer value) {
      return new byte[] {value.byteValue()};
    }

    @Override
    public Integer decodeValue(byte[] bytes) {
      return (int) bytes[0];
    }
  }
}
