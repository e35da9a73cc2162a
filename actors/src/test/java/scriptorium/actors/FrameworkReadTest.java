package scriptorium.actors;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import scriptorium.database.guard.ReadPoint;

/** What users put over JDBC, reading the store's data source as they read any other. */
@Timeout(60)
final class FrameworkReadTest {

  private static final String COUNT = "select count(*) from word";

  @TempDir Path folder;
  private StoreFixture store;
  private DataSource source;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder, "scriptorium.store.read.connections = 8").ready();
    store.schema("create table word(id int generated always as identity, text varchar)");
    store.execute("insert into word(text) values('one')");
    source = store.store().dataSource();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void addWord() {
    store.execute("insert into word(text) values('more')");
  }

  private static void expectRefused(Executable write) {
    Throwable failure = assertThrows(RuntimeException.class, write);
    while (!(failure instanceof SQLException) && failure.getCause() != null) {
      failure = failure.getCause();
    }
    assertEquals("25006", ((SQLException) failure).getSQLState());
    assertTrue(String.valueOf(failure.getMessage()).contains("Store.write"), failure.toString());
  }

  @Test
  void jooqReads() {
    DSLContext jooq = DSL.using(source, SQLDialect.H2);
    assertEquals(List.of("one"), jooq.select(field("text", String.class)).from("word").fetch(0));
    addWord();
    assertEquals(2, jooq.fetchCount(table("word")));

    List<Integer> counts =
        jooq.transactionResult(
            outer -> {
              int before = DSL.using(outer).fetchCount(table("word"));
              addWord();
              int after =
                  DSL.using(outer)
                      .transactionResult(inner -> DSL.using(inner).fetchCount(table("word")));
              return List.of(before, after);
            });

    assertEquals(List.of(2, 2), counts);
    assertEquals(3, jooq.fetchCount(table("word")));
    expectRefused(() -> jooq.insertInto(table("word"), field("text")).values("x").execute());
  }

  @Test
  void jdbiReads() {
    Jdbi jdbi = Jdbi.create(source);
    assertEquals(
        List.of("one"),
        jdbi.withHandle(
            handle ->
                handle
                    .createQuery("select text from word where id = :id")
                    .bind("id", 1)
                    .mapTo(String.class)
                    .list()));

    List<Integer> counts =
        jdbi.inTransaction(
            TransactionIsolationLevel.REPEATABLE_READ,
            handle -> {
              int before = handle.createQuery(COUNT).mapTo(Integer.class).one();
              addWord();
              int after =
                  handle.inTransaction(
                      inner -> inner.createQuery(COUNT).mapTo(Integer.class).one());
              return List.of(before, after);
            });

    assertEquals(List.of(1, 1), counts);
    expectRefused(() -> jdbi.useHandle(handle -> handle.execute("delete from word")));
    expectRefused(() -> jdbi.useTransaction(handle -> handle.execute("delete from word")));
  }

  @Test
  void myBatisReads() {
    SqlSessionFactory sessions =
        WordMapper.in(new Environment("reads", new JdbcTransactionFactory(), source));

    try (SqlSession session = sessions.openSession()) {
      assertEquals(List.of("one"), session.getMapper(WordMapper.class).texts());
      addWord();
      session.clearCache();
      assertEquals(List.of("one"), session.getMapper(WordMapper.class).texts());
      session.commit(true);
      assertEquals(List.of("one", "more"), session.getMapper(WordMapper.class).texts());
    }
    try (SqlSession session = sessions.openSession(true)) {
      expectRefused(() -> session.getMapper(WordMapper.class).add("x"));
    }
  }

  @Test
  void springReads() {
    JdbcTemplate template = new JdbcTemplate(source);
    assertEquals(List.of("one"), template.queryForList("select text from word", String.class));
    TransactionTemplate transaction =
        new TransactionTemplate(new DataSourceTransactionManager(source));
    transaction.setReadOnly(true);
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);

    List<Integer> counts = new ArrayList<>();
    transaction.executeWithoutResult(
        status -> {
          counts.addAll(template.queryForList(COUNT, Integer.class));
          addWord();
          counts.addAll(template.queryForList(COUNT, Integer.class));
        });
    counts.addAll(template.queryForList(COUNT, Integer.class));

    assertEquals(List.of(1, 1, 2), counts);
    expectRefused(() -> template.update("delete from word"));
  }

  private HikariDataSource pool(int connections) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(connections);
    config.setConnectionTimeout(5_000);
    return new HikariDataSource(config);
  }

  @Test
  void hikariPoolsThroughASchemaChange() {
    try (HikariDataSource pool = pool(2)) {
      JdbcTemplate template = new JdbcTemplate(pool);
      assertEquals(List.of(1), template.queryForList(COUNT, Integer.class));

      store.schema("alter table word add column length int default 3");
      addWord();

      for (int i = 0; i < 4; i++) {
        assertEquals(
            List.of(3, 3), template.queryForList("select length from word", Integer.class));
      }
      expectRefused(() -> template.update("delete from word"));
      assertEquals(List.of(2), template.queryForList(COUNT, Integer.class));
    }
  }

  @Test
  void hikariTellsTheNumberOfWhatAStatementSaw() throws SQLException {
    try (HikariDataSource pool = pool(1);
        Connection connection = pool.getConnection()) {
      addWord();
      StoreFixture.rows(connection, COUNT);

      assertEquals(
          store.store().status().sequenceNumber().value(),
          connection.unwrap(ReadPoint.class).sequenceNumber().orElseThrow());
    }
  }

  @Test
  void hikariServesManyThreads() {
    try (HikariDataSource pool = pool(4)) {
      JdbcTemplate template = new JdbcTemplate(pool);

      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        readers.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int n = 0; n < 50; n++) {
                    assertEquals(1, template.queryForList(COUNT, Integer.class).size());
                  }
                }));
      }
      for (int i = 0; i < 50; i++) {
        addWord();
      }
      readers.forEach(StoreFixture::get);

      assertEquals(List.of(51), template.queryForList(COUNT, Integer.class));
    }
  }
}
