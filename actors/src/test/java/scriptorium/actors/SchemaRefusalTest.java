package scriptorium.actors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a schema script may not do, because it would come out differently somewhere else. */
final class SchemaRefusalTest {

  private static final List<String> ROWS = List.of("1,one,1");

  @TempDir Path folder;
  private StoreFixture store;

  @BeforeEach
  void open() {
    store = StoreFixture.in(folder).ready();
    store.schema(
        """
        create table word(id int primary key, text varchar, n int);
        create table empty(id int primary key, text varchar);
        create sequence numbers start with 5;
        insert into word values(1, 'one', 1);
        """);
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Refused with all these words, and nothing of it happened. */
  private void expectRefused(String sql, String... parts) {
    SequenceNumber before = store.store().status().sequenceNumber();

    MigrationReply reply =
        StoreFixture.get(store.store().migrate(List.of(SchemaScript.adHoc("x.sql", sql))));

    MigrationReply.Refused refused = assertInstanceOf(MigrationReply.Refused.class, reply);
    for (String part : parts) {
      assertTrue((refused.message() + refused.statement()).contains(part), refused.toString());
    }
    assertEquals(before, store.store().status().sequenceNumber());
    assertEquals(ROWS, store.rows("select * from word"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rand()",
        "random_uuid()",
        "n + cast(rand() * 10 as int)",
        "case when n > 1 then secure_rand(3) end",
        "array[n, cast(rand() as int)]",
        "current_timestamp",
        "extract(year from current_date)",
        "localtime",
        "next value for numbers",
        "current_user",
        "session_id()",
        "@x",
        "file_read('x')"
      })
  void refusesGeneratedColumnsThatComeOutDifferently(String expression) {
    String column = "g varchar array generated always as (" + expression + ")";

    expectRefused("create table t(n int, " + column + ")", "generated column", "\"G\"", "\"T\"");
    expectRefused(
        "alter table empty add column n int; alter table empty add column " + column,
        "generated column",
        "differently each time");
    expectRefused("alter table word add column " + column);
  }

  @Test
  void refusesGeneratedColumnsThatDependOnOtherRows() {
    expectRefused(
        "create table t(n int, g int generated always as ((select max(id) from word)))",
        "depends on other rows");
    expectRefused(
        "alter table empty add column g boolean generated always as (exists(select 1 from word))",
        "depends on other rows");
  }

  @ParameterizedTest
  @CsvSource({
    "timestamp, z",
    "date, cast(z as date)",
    "varchar, cast(cast(z as timestamp) as varchar)",
    "timestamp with time zone, p",
    "timestamp with time zone, d",
    "timestamp with time zone, cast(s as timestamp with time zone)",
    "varchar, cast(cast(p as timestamp with time zone) as varchar)",
    "boolean, z > p",
    "timestamp with time zone, 'coalesce(z, p)'",
    "bigint, 'datediff(hour, z, p)'",
    "varchar, 'formatdatetime(p, ''EEEE Z'')'",
    "timestamp, 'parsedatetime(s, ''yyyy'')'",
    "varchar, 'to_char(p, ''MONTH'')'"
  })
  void refusesGeneratedColumnsThatDependOnTheTimeZone(String type, String expression) {
    expectRefused(
        "create table t(z timestamp with time zone, p timestamp, d date, s varchar,"
            + " g "
            + type
            + " generated always as ("
            + expression
            + "))",
        "generated column",
        "depends on the program's time zone");
  }

  @ParameterizedTest
  @ValueSource(strings = {"z at local", "p at time zone 'UTC'"})
  void refusesGeneratedColumnsInTheZoneOfTheSession(String expression) {
    expectRefused(
        "create table t(z timestamp with time zone, p timestamp, g timestamp with time zone"
            + " generated always as ("
            + expression
            + "))",
        "generated column",
        "differently each time");
  }

  /** The constant is taken as in UTC when the column is made, and is one with a zone from then. */
  @ParameterizedTest
  @CsvSource({
    "timestamp with time zone, z + interval '1' day",
    "timestamp with time zone, z at time zone 'UTC'",
    "int, extract(year from z)",
    "boolean, z > timestamp with time zone '2020-01-01 00:00:00+01'",
    "boolean, z > timestamp '2020-01-01 00:00:00'",
    "date, cast(p as date)",
    "timestamp, d",
    "varchar, cast(z as varchar)",
    "timestamp, cast(s as timestamp)",
    "bigint, 'datediff(hour, p, d)'"
  })
  void takesGeneratedColumnsThatDoNot(String type, String expression) {
    store.schema(
        "create table t(z timestamp with time zone, p timestamp, d date, s varchar,"
            + " g "
            + type
            + " generated always as ("
            + expression
            + "))");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alter table word add column c uuid default random_uuid()",
        "alter table word add column c timestamp default current_timestamp",
        "alter table word add column c date default current_date not null",
        "alter table word add column (b int, c int default cast(rand() * 10 as int))",
        "create domain born as date default current_date; alter table word add column c born"
      })
  void refusesDefaultsComputedForRowsThatAreThere(String sql) {
    expectRefused(sql, "column C", "\"PUBLIC\".\"WORD\"", "UPDATE the rows", "add column");
  }

  @Test
  void takesSuchADefaultForATableWithoutRowsAndForRowsToCome() {
    store.schema("alter table empty add column c uuid default random_uuid()");
    store.schema("alter table word add column c date; alter table word alter c set default now()");
    store.schema("alter table word add column number int default next value for numbers");
    store.schema("alter table word add column serial int generated by default as identity");

    store.crash();

    assertEquals(List.of("1,one,1,null,5,1"), store.rows("select * from word"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "alter table word alter column text set data type uuid using random_uuid() | random_uuid()",
        "alter table word alter text date using case n when 1 then current_date end| current_date",
        "create constant lucky value rand() | rand()",
        "create constant day value extract(year from current_date) | current_date"
      })
  void refusesExpressionsThatAreEvaluatedAtOnce(String sql, String expression) {
    expectRefused(sql, expression, "computed anew in each replay");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create sequence s start with cast(rand() * 1000000000 as bigint)",
        "create table t(id int generated always as identity(start with cast(rand() * 1e9 as int)))"
      })
  void refusesASchemaThatIsNotTheSameTwice(String sql) {
    expectRefused(sql, "does not come out the same twice", "START WITH");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "create materialized view v as select 1 a | no change set holds its rows",
        "create synonym s for word | a snapshot leaves it out",
        "create linked table l('', 'jdbc:h2:mem:', '', '', 'T') | outside of the store",
        "create force linked table l('', 'jdbc:h2:mem:', '', '', 'T') | outside of the store",
        "create local temporary table t(id int) | not journaled",
        "create global temporary table t(id int) | not journaled",
        "create alias spin for 'java.lang.Thread.sleep(long)' | Java code",
        "create alias f as 'int f() { return 1; }' | Java code",
        "create aggregate a for 'x' | Java code",
        "create user other password 'x' | users and rights",
        "create role r | users and rights",
        "alter user sa set password 'x' | users and rights",
        "grant select on word to public | users and rights",
        "revoke select on word from public | users and rights",
        "set cache_size 1 | settings",
        "shutdown | the store's own work",
        "script | the store's own work",
        "runscript from 'x' | the store's own work",
        "backup to 'x' | the store's own work",
        "analyze | the store's own work",
        "commit | all or nothing",
        "rollback | all or nothing",
        "savepoint s | all or nothing",
        "select 1 | a query changes nothing",
        "call 1 | a query changes nothing",
        "drop all objects | no known change",
        "execute immediate 'drop table word' | no known change",
        "create trigger t before insert on word as 'x' | source",
        "create table t(id int) engine \"x.Y\" | x.Y"
      })
  void refusesWhatDoesNotBelongInASchema(String sql, String reason) {
    expectRefused(sql, reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table t(x varchar_ignorecase primary key)",
        "create table t(x varchar_ignorecase unique)",
        "create table t(n int, x varchar_ignorecase); create index i on t(n, x desc)",
        "create table t(x varchar_ignorecase array unique)",
        "create table t(x row(a int, x varchar_ignorecase) unique)",
        "create domain folded as varchar_ignorecase; create table t(x folded unique)",
        "create index i on word(text); alter table word alter text set data type varchar_ignorecase"
      })
  void refusesVarcharIgnorecaseInAnIndex(String sql) {
    expectRefused(sql, "VARCHAR_IGNORECASE in index", "stale keys");
  }

  @Test
  void takesVarcharIgnorecaseWithoutAnIndex() {
    store.schema("create table t(x varchar_ignorecase)");
    store.execute("insert into t values('abc')");
    store.execute("update t set x = 'ABC'");

    store.crash();

    assertEquals(List.of("ABC"), store.rows("select x from t where x = 'abc'"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table t as select id, rand() as chance, current_timestamp as at from word",
        "create table t as (select id, random_uuid() from word) with data",
        "create cached table \"T\"(a int, b double precision) as select id, rand() from word",
        "create table public.t(id) as with w as (select rand() r from word) select r from w -- end"
      })
  void journalsTheRowsOfATableMadeOfAQuery(String sql) {
    store.schema(sql);
    List<String> before = store.rows("select _rowid_, * from t");

    store.crash();

    assertEquals(1, before.size());
    assertEquals(before, store.rows("select _rowid_, * from t"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create view v as select 1 a; create table t(n int default (select a from v))",
        "create view v as select * from word; create table t(n int check (n in (select n from v)))",
        "create domain d as int default (select max(n) from word)"
      })
  void refusesASchemaThatNoSnapshotBringsBack(String sql) {
    expectRefused(sql, "no snapshot of this schema could be restored", "not found");
  }

  @Test
  void refusesReferencesThatAreNotChecked() {
    expectRefused("alter table word set referential_integrity false", "references are not checked");
  }

  @Test
  void refusesATableMadeOfAQueryUnlessItExists() {
    expectRefused("create table if not exists word as select 1 as id", "IF NOT EXISTS");
  }
}
