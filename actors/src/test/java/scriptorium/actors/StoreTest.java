package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreTest {

  @TempDir Path folder;

  @Test
  void readsWhatItHasAcknowledged() {
    try (StoreFixture store = StoreFixture.in(folder).ready()) {
      store.schema("create table word(id int primary key, text varchar)");

      SequenceNumber number = store.execute("insert into word values(1, 'one')");

      assertEquals(List.of("1,one"), store.rows("select * from word"));
      assertEquals(number, store.store().status().sequenceNumber());
    }
  }

  @Test
  void keepsWhatItHasAcknowledgedOverACrash() {
    try (StoreFixture store = StoreFixture.in(folder).ready()) {
      store.schema("create table word(id int primary key, text varchar)");
      store.execute("insert into word values(1, 'one')");
      store.execute("update word set text = 'uno' where id = 1");

      store.crash();

      assertEquals(List.of("1,uno"), store.rows("select * from word"));
    }
  }

  @Test
  void refusesAMutationThatBreaksAConstraintAndGoesOn() {
    try (StoreFixture store = StoreFixture.in(folder).ready()) {
      store.schema("create table word(id int primary key, text varchar)");
      store.execute("insert into word values(1, 'one')");

      WriteReply<Integer> reply = store.write("insert into word values(1, 'again')");

      WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, reply);
      assertEquals("23505", refused.sqlState());
      store.execute("insert into word values(2, 'two')");
      assertEquals(2, store.rows("select * from word").size());
    }
  }

  @Test
  void runsARepeatedWriteOnce() {
    try (StoreFixture store = StoreFixture.in(folder).ready()) {
      store.schema("create table word(id int generated always as identity, text varchar)");
      UUID txId = TxId.next(Instant.now());
      WriteRequest<Integer> request =
          WriteRequest.<Integer>of(
                  "add",
                  connection ->
                      StoreFixture.update(connection, "insert into word(text) values('x')"),
                  Instant.now())
              .withTxId(txId);
      WriteReply.Committed<Integer> first =
          StoreFixture.get(store.store().write(request)).orThrow();

      store.crash();
      WriteReply.Committed<Integer> second =
          StoreFixture.get(store.store().write(request)).orThrow();

      assertEquals(first.sequenceNumber(), second.sequenceNumber());
      assertEquals(1, second.value());
      assertTrue(second.repeated());
      assertEquals(List.of("1"), store.rows("select count(*) from word"));
    }
  }
}
