package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WriteRefusalTest {

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder).ready();
    store.schema(
        """
        create table word(id int primary key, text varchar not null unique);
        create table note(id int primary key, word int constraint note_word references word);
        insert into word values(1, 'one');
        """);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void refusesAMutationThatThrowsAndKeepsNothingOfIt() {
    WriteReply.Refused<?> refused =
        refused(
            connection -> {
              StoreFixture.update(connection, "insert into word values(2, 'two')");
              throw new IllegalStateException("no more words");
            });

    assertEquals("HY000", refused.sqlState());
    assertTrue(refused.message().contains("no more words"), refused.message());
    assertEquals(List.of("1"), store.rows("select count(*) from word"));
  }

  @Test
  void refusesAMutationThatThrowsAnError() {
    WriteReply.Refused<?> refused =
        refused(
            connection -> {
              StoreFixture.update(connection, "insert into word values(2, 'two')");
              throw new Error("not implemented");
            });

    assertTrue(refused.message().contains("not implemented"), refused.message());
    store.execute("insert into word values(2, 'two')");
  }

  @Test
  void namesStateAndConstraintOfAViolation() {
    assertRefused("insert into word values(1, 'again')", "23505", "word");
    assertRefused("insert into word values(2, null)", "23502", "");
    assertRefused("insert into note values(1, 7)", "23506", "NOTE_WORD");
  }

  private void assertRefused(String sql, String state, String inMessage) {
    WriteReply<Integer> reply = store.write(sql);

    WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, reply);
    assertEquals(state, refused.sqlState());
    if (state.equals("23506")) {
      assertEquals(Optional.of(inMessage), refused.constraint());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table other(id int)",
        "drop table word",
        "truncate table note",
        "commit",
        "rollback",
        "set autocommit true",
        "shutdown",
        "insert into word values(3, 'three'); drop table note",
        "alter table word add column more int",
        "script to 'nowhere.sql'",
        "prepare commit x"
      })
  void refusesStatementsThatWouldEndTheTransactionOrChangeMore(String sql) {
    WriteReply.Refused<?> refused =
        refused(
            connection -> {
              StoreFixture.update(connection, "insert into word values(2, 'two')");
              return StoreFixture.update(connection, sql);
            });

    assertEquals("0A000", refused.sqlState(), refused.message());
    assertEquals(List.of("1,one"), store.rows("select * from word"));
    store.execute("insert into note values(1, 1)");
  }

  @Test
  void goesOnAfterARefusedStatementThatTheMutationCaught() {
    WriteReply<Integer> reply =
        store.write(
            connection -> {
              assertThrows(
                  SQLException.class, () -> StoreFixture.update(connection, "drop table word"));
              return StoreFixture.update(connection, "insert into word values(2, 'two')");
            });

    assertEquals(1, reply.orThrow().value());
    store.crash();
    assertEquals(List.of("2"), store.rows("select count(*) from word"));
  }

  @Test
  void refusesTheConnectionAfterTheMutationHasEnded() {
    Connection[] kept = new Connection[1];
    store
        .write(
            connection -> {
              kept[0] = connection;
              return 0;
            })
        .orThrow();

    assertThrows(
        SQLException.class, () -> StoreFixture.update(kept[0], "delete from word where id = 1"));
    assertEquals(List.of("1,one"), store.rows("select * from word"));
  }

  @Test
  void refusesALabelThatIsTooLongAndTakesOneThatIsJustNot() {
    assertEquals(
        1, StoreFixture.get(store.store().write("x".repeat(200), c -> 1)).orThrow().value());

    WriteReply<Integer> reply = StoreFixture.get(store.store().write("x".repeat(201), c -> 1));

    WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, reply);
    assertTrue(refused.message().contains("chars=201 limit=200"), refused.message());
  }

  @Test
  void takesNoTxIdThatTellsNoTime() {
    WriteRequest<Integer> request = StoreFixture.request("delete from note");

    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> request.withTxId(UUID.fromString(RANDOM)));

    assertTrue(String.valueOf(refused.getMessage()).contains("version=4"));
  }

  private static final String RANDOM = "7f2c1a54-0c5e-4d0f-9d3a-0123456789ab";

  @Test
  void repeatsTheAnswerWithoutItsValueWhereTheCallerCannotReadIt() {
    UUID txId = TxId.next(Instant.now());
    StoreFixture typed = store;
    SequenceNumber number =
        typed
            .write(WriteRequest.of("test", c -> new byte[] {1, 2}, Instant.now()).withTxId(txId))
            .orThrow()
            .sequenceNumber();

    WriteReply.Committed<byte[]> again =
        typed
            .write(WriteRequest.<byte[]>of("test", c -> new byte[0], Instant.now()).withTxId(txId))
            .orThrow();

    assertEquals(number, again.sequenceNumber());
    assertTrue(again.repeated());
  }

  @Test
  void refusesAMutationWhoseValueCannotBeEncoded() {
    store.close();
    store =
        StoreFixture.in(
                folder, "", settings -> settings.withMutationTypes(List.of(new Unspeakable.Type())))
            .ready();

    WriteReply<String> reply = StoreFixture.get(store.store().write("test", new Unspeakable()));

    WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, reply);
    assertTrue(refused.message().contains("unspeakable"), refused.message());
    assertEquals(List.of("1,one"), store.rows("select * from word"));
    store.execute("insert into word values(2, 'two')");
  }

  private WriteReply.Refused<?> refused(Mutation<Integer> mutation) {
    return assertInstanceOf(WriteReply.Refused.class, store.write(mutation));
  }

  /** A mutation of a type whose value makes no bytes. */
  private record Unspeakable() implements Mutation<String> {
    @Override
    public String run(Connection connection) throws SQLException {
      StoreFixture.update(connection, "insert into word values(9, 'nine')");
      return "";
    }

    private record Type() implements MutationType<Unspeakable, String> {
      @Override
      public String id() {
        return "unspeakable";
      }

      @Override
      public Class<Unspeakable> mutationClass() {
        return Unspeakable.class;
      }

      @Override
      public byte[] encode(Unspeakable mutation) {
        return new byte[0];
      }

      @Override
      public Unspeakable decode(byte[] bytes) {
        return new Unspeakable();
      }

      @Override
      public byte[] encodeValue(String value) {
        throw new IllegalArgumentException("an unspeakable value");
      }

      @Override
      public String decodeValue(byte[] bytes) {
        return "";
      }
    }
  }
}
