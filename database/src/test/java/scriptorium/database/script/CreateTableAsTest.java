package scriptorium.database.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CreateTableAsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "create table t as select 1 | create table t as select 1 | INSERT INTO t select 1",
        "CREATE CACHED TABLE a.\"T AS\"(x int) AS VALUES 1"
            + "| CREATE CACHED TABLE a.\"T AS\"(x int) AS VALUES 1"
            + "| INSERT INTO a.\"T AS\" VALUES 1",
        "create table t as(select 1) with data | create table t as(select 1) | INSERT INTO t(select 1)",
        "create table t(g int default 'as') as /* as */ table u -- with"
            + "| create table t(g int default 'as') as /* as */ table u -- with"
            + "| INSERT INTO t /* as */ table u -- with"
      })
  void cutsTheTableFromItsRows(String sql, String createEmpty, String insert) {
    CreateTableAs cut = CreateTableAs.of(sql).orElseThrow();

    assertEquals(flat(createEmpty) + "WITHNODATA", flat(cut.createEmpty()));
    assertTrue(cut.createEmpty().endsWith("\nWITH NO DATA"), cut.createEmpty());
    assertEquals(flat(insert), flat(cut.insert().orElseThrow()));
  }

  private static String flat(String sql) {
    return sql.replaceAll("\\s", "");
  }

  @Test
  void insertsNothingWithNoData() {
    CreateTableAs cut = CreateTableAs.of("create table t as select 1 With No Data").orElseThrow();

    assertEquals("create table t as select 1 \nWITH NO DATA", cut.createEmpty());
    assertEquals(Optional.empty(), cut.insert());
  }

  @Test
  void tellsThatItMayDoNothing() {
    assertTrue(CreateTableAs.of("create table if not exists t as select 1").get().ifNotExists());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table t(g int generated always as (1))",
        "create table \"as\"(x int)",
        "create view v as table t",
        "create view v as select * from final table (insert into t values 1) as w",
        "create domain table_like as int",
        "insert into t select 1",
        "create",
        ""
      })
  void leavesOtherStatementsAlone(String sql) {
    assertEquals(Optional.empty(), CreateTableAs.of(sql));
  }
}
