package scriptorium.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scriptorium.actors.Mutation;
import scriptorium.actors.SchemaScript;
import scriptorium.actors.SequenceNumber;
import scriptorium.actors.WriteReply;
import scriptorium.actors.WriteRequest;
import scriptorium.drills.CommandLine.Seen;
import scriptorium.drills.command.ExitCode;
import scriptorium.drills.embedded.LocalStore;

/** Mutations that must not be done: refused with a reason, and the next one is. */
class BadMutationTest {

  @TempDir private Path folder;

  @Test
  void aMutationThatThrowsIsRefusedAndNothingIsJournaled() throws Exception {
    expectRefused(
        connection -> {
          execute(connection, "INSERT INTO T VALUES 1");
          throw new IllegalStateException("changed my mind");
        },
        "changed my mind");
  }

  @Test
  void aMutationThatRunsDdlIsRefused() throws Exception {
    expectRefused(connection -> execute(connection, "DROP TABLE T"), "DROP TABLE T");
  }

  @Test
  void aMutationThatCommitsIsRefused() throws Exception {
    expectRefused(connection -> execute(connection, "COMMIT"), "COMMIT");
  }

  @Test
  void aStatementThatNeverEndsIsStopped() {
    Seen seen =
        sql(
            """
            CREATE TABLE T (A BIGINT);
            INSERT INTO T SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) A, SYSTEM_RANGE(1, 1000000) B
            WHERE A.X + B.X < 0;
            INSERT INTO T VALUES 7;
            SELECT A FROM T;
            """,
            "--timeout",
            "1",
            "--continue");

    assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
    assertTrue(seen.err().startsWith("stdin:2: stopped after "), seen.err());
    assertTrue(seen.err().contains("--timeout"), seen.err());
    assertTrue(seen.out().endsWith(" A\n---\n 7\n(1 row)\n"), seen.out());
  }

  @Test
  void aQueryThatNeverEndsIsStopped() {
    Seen seen =
        sql(
            """
            SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000) A, SYSTEM_RANGE(1, 1000000) B
            WHERE A.X + B.X < 0;
            """,
            "--timeout",
            "1");

    assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
    assertTrue(seen.err().startsWith("stdin:1: stopped after "), seen.err());
  }

  @Test
  void aMutationThatSpinsInJavaIsStopped() throws Exception {
    try (LocalStore opened =
        LocalStore.open(folder, "main", Map.of("scriptorium.store.write.run-timeout", "200ms"))) {
      boolean[] released = new boolean[1];
      WriteReply<Integer> reply =
          write(
              opened,
              connection -> {
                while (!isSet(released)) {
                  Thread.onSpinWait();
                }
                return 0;
              });
      WriteReply<Integer> next = write(opened, connection -> 0);
      set(released);

      assertInstanceOf(WriteReply.Cancelled.class, reply);
      assertInstanceOf(WriteReply.Committed.class, next);
    }
  }

  @Test
  void aFullDatabaseSaysHowFullAndStillDeletes() {
    Seen seen =
        CommandLine.runWith(
            Map.of("scriptorium.store.max-database-bytes", "1000000"),
            """
            CREATE TABLE T (A BIGINT, B VARCHAR(100));
            INSERT INTO T SELECT X, 'some text to fill the row' FROM SYSTEM_RANGE(1, 100000);
            INSERT INTO T SELECT X, 'some text to fill the row' FROM SYSTEM_RANGE(1, 1000);
            DELETE FROM T;
            INSERT INTO T VALUES (1, 'small');
            """,
            "sql",
            "--data",
            folder.toString(),
            "--continue");

    assertEquals(ExitCode.FAILED, seen.exit(), seen.toString());
    assertEquals(1, seen.err().lines().count(), seen.err());
    assertTrue(
        seen.err().matches("(?s)stdin:2: .*databaseBytes=\\d+.*limitBytes=1000000.*"), seen.err());
    assertTrue(seen.out().contains("1,000 rows changed"), seen.out());
    assertTrue(seen.out().contains("1 row changed"), seen.out());
  }

  private void expectRefused(Mutation<Integer> mutation, String reason) throws Exception {
    try (LocalStore opened = LocalStore.open(folder, "main", Map.of())) {
      sqlTable(opened);
      SequenceNumber before = opened.store().status().sequenceNumber();

      WriteReply<Integer> reply = write(opened, mutation);

      WriteReply.Refused<?> refused = assertInstanceOf(WriteReply.Refused.class, reply);
      assertTrue(refused.message().contains(reason), refused.toString());
      WriteReply<Integer> next =
          write(opened, connection -> execute(connection, "INSERT INTO T VALUES 2"));
      WriteReply.Committed<?> committed = assertInstanceOf(WriteReply.Committed.class, next);
      assertEquals(before.next(), committed.sequenceNumber());
    }
  }

  private static void sqlTable(LocalStore opened) throws Exception {
    LocalStore.await(
            opened.store().migrate(List.of(SchemaScript.adHoc("t", "CREATE TABLE T (A INT)"))))
        .orThrow();
  }

  private static <T> WriteReply<T> write(LocalStore opened, Mutation<T> mutation)
      throws InterruptedException, ExecutionException {
    return LocalStore.await(opened.store().write(WriteRequest.of("test", mutation, Instant.now())));
  }

  private static int execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private static boolean isSet(boolean[] flag) {
    synchronized (flag) {
      return flag[0];
    }
  }

  private static void set(boolean[] flag) {
    synchronized (flag) {
      flag[0] = true;
    }
  }

  private Seen sql(String text, String... options) {
    String[] words = new String[options.length + 3];
    words[0] = "sql";
    words[1] = "--data";
    words[2] = folder.toString();
    System.arraycopy(options, 0, words, 3, options.length);
    return CommandLine.run(text, words);
  }
}
