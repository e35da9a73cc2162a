package scriptorium.actors.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scriptorium.database.script.SqlStatements;

final class AdditiveScriptTest {

  private static boolean isAdditive(String script) {
    return AdditiveScript.isAdditive(SqlStatements.of(script), false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "create table t(id int primary key, at timestamp default current_timestamp)",
        "CREATE CACHED TABLE t(id int)",
        "create table t(id int references old)",
        "create table t(id bigint default next value for old_numbers)",
        "create table t(id identity); insert into t values(1), (2)",
        "create index i on old(a)",
        "create view v as select * from old where a in (select 1)",
        "create schema s; create sequence s.q start with 5; create domain d as int check (value > 0)",
        "comment on table old is 'select'",
        "create table t(a varchar default 'select'); insert into t values('from \"table\"')",
      })
  void takesWhatOnlyAdds(String script) {
    assertTrue(isAdditive(script), script);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alter table old add column c int",
        "drop table old",
        "truncate table old",
        "update old set a = 1",
        "delete from old",
        "merge into t values(1)",
        "create table t as select * from old",
        "create table t(a int) as values(1)",
        "create unique index i on old(a)",
        "create or replace view v as select 1",
        "create trigger r before insert on old for each row call 'x'",
        "create constant c value (select max(a) from old)",
        "create sequence q start with (select max(a) from old)",
        "create table t(a int); insert into t select a from old",
        "create table t(a int); insert into t values((select max(a) from old))",
        "create table t(a int); insert into t (table old)",
        "create table t(a int); insert into t values(next value for old_numbers)",
        "create table t(a int); insert into t values(nextval('old_numbers'))",
        "create table t(a int default (select 1)); insert into t values(default)",
        "create table t(a int default next value for q); insert into t values(default)",
        "create table t(a int references old); insert into t values(1)",
        "create table t(a int check (a in (select a from old))); insert into t values(1)",
        "create index i on old(a); alter table old drop column b",
        "create",
        "grant select on old to somebody",
      })
  void leavesAllElse(String script) {
    assertFalse(isAdditive(script), script);
  }

  @Test
  void takesNoRowsWhereDomainsMayReadOthers() {
    var rows = SqlStatements.of("create table t(a d); insert into t values(default)");
    var none = SqlStatements.of("create table t(a d)");

    assertFalse(AdditiveScript.isAdditive(rows, true));
    assertTrue(AdditiveScript.isAdditive(none, true));
    assertEquals(2, rows.size());
  }
}
