package scriptorium.actors;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** A schema drawn by chance: tables that refer to each other, triggers, views, sequences. */
final class RandomSchema {

  /** What all tables may use. */
  static final String PREAMBLE =
      """
      CREATE SCHEMA side;
      CREATE SCHEMA "odd "" schema";
      CREATE DOMAIN side.code AS VARCHAR(10) DEFAULT 'none' CHECK (VALUE <> 'bad');
      CREATE SEQUENCE side.numbers START WITH 100 INCREMENT BY 3;
      CREATE SEQUENCE "odd "" schema"."few;" MAXVALUE 9 CYCLE;
      CREATE SEQUENCE "last" START WITH 1 MAXVALUE 40;
      CREATE TABLE echo(id IDENTITY PRIMARY KEY, what VARCHAR);
      """;

  private static final String ODD = "\"odd \"\" schema\"";

  /** Schemas and tables. */
  private static final List<List<String>> NAMES =
      List.of(
          List.of("public", "plain"),
          List.of("side", "\"select\""),
          List.of(ODD, "\"t.\"\"1\""),
          List.of("public", "\"Ünï cöde\""),
          List.of("side", "plain"),
          List.of("public", "\"a;b--c\""));

  private static final List<String> SEQUENCES =
      List.of("side.numbers", "\"odd \"\" schema\".\"few;\"", "\"last\"");

  private final Random random;
  private final List<RandomTable> tables = new ArrayList<>();
  private final List<String> ddl = new ArrayList<>();
  private int changes;

  RandomSchema(Random random) {
    this.random = random;
    int count = 2 + random.nextInt(NAMES.size() - 1);
    for (List<String> name : NAMES.subList(0, count)) {
      RandomTable table = new RandomTable(random, name.get(0), name.get(1), tables);
      tables.add(table);
      ddl.add(table.ddl());
    }
    RandomTable last = tables.get(count - 1);
    if (last.key() != RandomKey.NONE && last.key() != RandomKey.PAIR) {
      ddl.add(tables.get(0).referTo(last));
    }
    addTriggersIndexesAndViews();
  }

  private void addTriggersIndexesAndViews() {
    ddl.add(trigger("echoes", "AFTER INSERT, UPDATE, DELETE", anyTable(), EchoTrigger.After.class));
    ddl.add(trigger("changes", "BEFORE INSERT, UPDATE", anyTable(), EchoTrigger.Before.class));
    ddl.add("CREATE INDEX by_n ON " + anyTable().name() + "(n DESC, u)");
    ddl.add("CREATE VIEW seen AS SELECT n, COUNT(*) c FROM " + anyTable().name() + " GROUP BY n");
    ddl.add("CREATE VIEW seen_again AS SELECT MAX(c) m FROM seen");
  }

  /** It lies in its table's schema. */
  private static String trigger(String name, String when, RandomTable table, Class<?> type) {
    return "CREATE TRIGGER %s.%s %s ON %s FOR EACH ROW CALL '%s'"
        .formatted(table.schema(), name, when, table.name(), type.getName());
  }

  private RandomTable anyTable() {
    return tables.get(random.nextInt(tables.size()));
  }

  /** The source of all that is drawn; goes on after the schema. */
  Random random() {
    return random;
  }

  String script() {
    return PREAMBLE + ddl.stream().collect(Collectors.joining(";\n", "", ";"));
  }

  /** A schema change among the writes, and rows of its own. */
  String change() {
    RandomTable table = anyTable();
    String column = "later" + ++changes;
    table.added(column);
    return """
        ALTER TABLE %1$s ADD COLUMN %2$s INTEGER DEFAULT %3$d NOT NULL;
        UPDATE %1$s SET %2$s = n WHERE n < 10;
        ALTER TABLE %1$s ALTER COLUMN %2$s DROP NOT NULL;
        CREATE INDEX later_index_%3$d ON %1$s(%2$s);
        """
        .formatted(table.name(), column, changes);
  }

  String statement() {
    return random.nextInt(25) == 0
        ? "SELECT NEXT VALUE FOR " + SEQUENCES.get(random.nextInt(SEQUENCES.size()))
        : anyTable().statement();
  }

  /** Queries whose answers show where each sequence stands; they move it. */
  List<String> nextValues() {
    List<String> queries = new ArrayList<>();
    for (String sequence : SEQUENCES) {
      queries.add("SELECT NEXT VALUE FOR " + sequence);
    }
    queries.add("SELECT id FROM FINAL TABLE(INSERT INTO echo(what) VALUES('next'))");
    for (RandomTable table : tables) {
      if (table.key() == RandomKey.ALWAYS || table.key() == RandomKey.BY_DEFAULT) {
        queries.add("SELECT id FROM FINAL TABLE(INSERT INTO " + table.name() + "(n) VALUES(1000))");
      }
    }
    return queries;
  }
}
