package scriptorium.actors;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.transaction.managed.ManagedTransactionFactory;
import org.jdbi.v3.core.Jdbi;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** What users put over JDBC, writing through the connection of a mutation. */
@Timeout(60)
final class FrameworkWriteTest {

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder, "scriptorium.store.write.run-timeout = 1m").ready();
    store.schema(
        "create table word(id int generated always as identity primary key, text varchar unique)");
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void expectKept(String... rows) {
    assertEquals(List.of(rows), store.rows("select * from word order by id"));
    store.crash();
    assertEquals(List.of(rows), store.rows("select * from word order by id"));
  }

  private void expectRefused(Mutation<Integer> mutation) {
    WriteReply.Refused<?> refused =
        assertInstanceOf(WriteReply.Refused.class, store.write(mutation));
    assertEquals("23505", refused.sqlState());
  }

  @Test
  void jooqWrites() {
    Mutation<Integer> add =
        connection -> {
          DSLContext jooq = DSL.using(connection, SQLDialect.H2);
          int id =
              jooq.insertInto(table("word"), field("text", String.class))
                  .values("one")
                  .returningResult(field("id", Integer.class))
                  .fetchSingle(0, Integer.class);
          jooq.batch(
                  jooq.query("insert into word(text) values('two')"),
                  jooq.query("update word set text = 'three' where text = 'two'"))
              .execute();
          return id + jooq.fetchCount(table("word"));
        };

    assertEquals(3, store.write(add).orThrow().value());

    expectRefused(add);
    expectKept("1,one", "2,three");
  }

  @Test
  void jdbiWrites() {
    Mutation<Integer> add =
        connection ->
            Jdbi.create(connection)
                .withHandle(
                    handle -> {
                      handle
                          .prepareBatch("insert into word(text) values(:text)")
                          .bind("text", "one")
                          .add()
                          .bind("text", "two")
                          .add()
                          .execute();
                      return handle
                          .createUpdate("insert into word(text) values(:text)")
                          .bind("text", "three")
                          .executeAndReturnGeneratedKeys("id")
                          .mapTo(Integer.class)
                          .one();
                    });

    assertEquals(3, store.write(add).orThrow().value());

    expectRefused(add);
    expectKept("1,one", "2,two", "3,three");
  }

  @Test
  void myBatisWrites() {
    SqlSessionFactory sessions =
        WordMapper.in(
            new Environment("writes", new ManagedTransactionFactory(), store.store().dataSource()));
    Mutation<Integer> add =
        connection -> {
          try (SqlSession session = sessions.openSession(connection)) {
            WordMapper words = session.getMapper(WordMapper.class);
            int added = words.add("one") + words.add("two");
            session.commit();
            return added + words.texts().size();
          }
        };

    assertEquals(4, store.write(add).orThrow().value());

    expectRefused(add);
    expectKept("1,one", "2,two");
  }

  @Test
  void springWrites() {
    Mutation<Integer> add =
        connection -> {
          JdbcTemplate template =
              new JdbcTemplate(new SingleConnectionDataSource(connection, true));
          int added = template.update("insert into word(text) values(?)", "one");
          template.batchUpdate(
              "insert into word(text) values(?)",
              List.of(new Object[] {"two"}, new Object[] {"three"}));
          return added + template.queryForList("select text from word", String.class).size();
        };

    assertEquals(4, store.write(add).orThrow().value());

    expectRefused(add);
    expectKept("1,one", "2,two", "3,three");
  }
}
