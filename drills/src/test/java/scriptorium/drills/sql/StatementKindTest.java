package scriptorium.drills.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementKindTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "(SELECT 1) UNION (SELECT 2)",
        "VALUES 1",
        "TABLE T",
        "SHOW TABLES",
        "CALL 1 + 1",
        "WITH A AS (SELECT 1) SELECT * FROM A",
        "EXPLAIN INSERT INTO T VALUES 1",
        "/* INSERT */ -- DELETE\n SELECT 'NEXT VALUE FOR S' FROM T",
        "SELECT \"NEXTVAL\"(1)",
        "SELECT NEXT FROM T",
      })
  void readsAreQueries(String sql) {
    assertEquals(StatementKind.QUERY, StatementKind.of(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into T values 1",
        "INSERT INTO T SELECT * FROM S",
        "INSERT INTO T WITH A AS (SELECT 1) SELECT * FROM A",
        "WITH A AS (SELECT 1) INSERT INTO T SELECT * FROM A",
        "UPDATE T SET A = 1",
        "DELETE FROM T",
        "MERGE INTO T KEY (ID) VALUES (1)",
        "/* why */ MERGE INTO T USING S ON T.ID = S.ID WHEN MATCHED THEN DELETE",
        "SELECT NEXT VALUE FOR S",
        "CALL NEXTVAL('S')",
        "SELECT * FROM FINAL TABLE (INSERT INTO T VALUES 1)",
        "EXPLAIN ANALYZE DELETE FROM T",
      })
  void whatChangesRowsIsAMutation(String sql) {
    assertEquals(StatementKind.MUTATION, StatementKind.of(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE T (ID INT)",
        "create view V as select 1",
        "ALTER TABLE T ADD A INT",
        "DROP TABLE T",
        "TRUNCATE TABLE T",
        "COMMENT ON TABLE T IS 'x'",
      })
  void whatChangesTheSchemaIsASchemaChange(String sql) {
    assertEquals(StatementKind.SCHEMA, StatementKind.of(sql));
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "rollback", "SET MODE MySQL", "SHUTDOWN", "SCRIPT TO 'f'"})
  void whatGovernsTheSessionIsNotRun(String sql) {
    assertEquals(StatementKind.SESSION, StatementKind.of(sql));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELCT 1", "'SELECT'", "?", "\"SELECT\" 1"})
  void theRestIsUnknown(String sql) {
    assertEquals(StatementKind.UNKNOWN, StatementKind.of(sql));
  }
}
