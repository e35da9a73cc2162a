package scriptorium.database.guard;

import java.util.stream.Stream;

/** What a user of H2 with no right but SELECT could do, and a read must not. */
final class RefusedReads {

  private RefusedReads() {}

  /** Queries that lock rows, move a sequence or set a variable. */
  static Stream<String> withEffect() {
    return Stream.of(
        "SELECT * FROM account FOR UPDATE",
        "SELECT * FROM account WHERE id = 1 FOR UPDATE SKIP LOCKED",
        "(SELECT * FROM account) FOR UPDATE",
        "EXPLAIN ANALYZE SELECT * FROM account FOR UPDATE",
        "SELECT NEXT VALUE FOR numbers",
        "SELECT 1 WHERE 1 = (SELECT NEXT VALUE FOR numbers)",
        "SELECT * FROM (SELECT NEXT VALUE FOR numbers AS n) t",
        "WITH t AS (SELECT NEXT VALUE FOR numbers AS n) SELECT * FROM t",
        "VALUES (NEXT VALUE FOR numbers)",
        "EXPLAIN SELECT NEXT VALUE FOR numbers",
        "SELECT n FROM next_number",
        "SELECT m FROM through_view",
        "SELECT m FROM far_view",
        "WITH t AS (SELECT m FROM far_view) SELECT * FROM t",
        "SELECT 1 FROM account WHERE EXISTS (SELECT m FROM through_view)",
        "SELECT 1 UNION SELECT n FROM next_number",
        "SELECT id FROM account UNION SELECT id FROM account FOR UPDATE",
        "SELECT * FROM (SELECT * FROM account FOR UPDATE) t",
        "SELECT * FROM (SELECT (SELECT NEXT VALUE FOR numbers) AS n FROM account) t",
        "SELECT NEXTVAL('NUMBERS')",
        "SELECT * FROM (SELECT @x := 1) t",
        "SELECT SET(@x, 1)");
  }

  /** Statements that change the session, the transaction or the schema. */
  static Stream<String> noQueries() {
    return Stream.of(
        "CREATE LOCAL TEMPORARY TABLE t (id INT)",
        "SET LOCK_TIMEOUT 100000",
        "SET QUERY_TIMEOUT 1",
        "SET LAZY_QUERY_EXECUTION 1",
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ UNCOMMITTED",
        "PREPARE COMMIT x",
        "COMMIT",
        "TRUNCATE TABLE account",
        "SHUTDOWN",
        "SELECT 1; SELECT 2",
        "ALTER SEQUENCE numbers RESTART WITH 5");
  }

  /** Changes, and functions that reach files or other databases. */
  static Stream<String> changesAndFiles() {
    return Stream.of(
        "INSERT INTO entry (text) VALUES ('a')",
        "DELETE FROM account",
        "SELECT * FROM FINAL TABLE (DELETE FROM account)",
        "SELECT * FROM CSVREAD('/nowhere/x.csv')",
        "SELECT CSVWRITE('/nowhere/x.csv', 'SELECT 1')",
        "SELECT FILE_READ('/etc/hostname')",
        "SELECT FILE_WRITE('a', '/nowhere/x')",
        "CREATE ALIAS f FOR 'java.lang.System.nanoTime'",
        "SCRIPT TO '/nowhere/x.sql'",
        "RUNSCRIPT FROM '/nowhere/x.sql'",
        "BACKUP TO '/nowhere/x.zip'",
        "SELECT * FROM LINK_SCHEMA('a', '', 'jdbc:h2:mem:x', '', '', 'b')");
  }

  static Stream<String> all() {
    return Stream.concat(Stream.concat(withEffect(), noQueries()), changesAndFiles());
  }
}
