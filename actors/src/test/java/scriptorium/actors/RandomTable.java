package scriptorium.actors;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A table drawn by chance. Every table has a column {@code n} to choose its rows by; keys and
 * unique values are few, so that many statements fail.
 */
final class RandomTable {

  /**
   * A column.
   *
   * @param values what may be assigned; empty for a generated one
   */
  record Column(String name, String definition, List<String> values) {}

  private static final List<String> REFERENTIAL_ACTIONS =
      List.of("CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT", "NO ACTION");

  private final Random random;
  private final String schema;
  private final String name;
  private final RandomKey key;
  private final List<Column> columns = new ArrayList<>();
  private final List<String> constraints = new ArrayList<>();

  /**
   * @param schema quoted
   * @param table quoted
   * @param parents tables that it may refer to
   */
  RandomTable(Random random, String schema, String table, List<RandomTable> parents) {
    this.random = random;
    this.schema = schema;
    this.name = schema + '.' + table;
    this.key = RandomKey.any(random);
    columns.add(new Column("n", "n INTEGER", numbers()));
    columns.add(new Column("u", "u INTEGER UNIQUE", numbers()));
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      RandomTypes.Type type = RandomTypes.any(random);
      String column = i == 1 ? "\"sélect \"\" " + i + '"' : "c" + i;
      columns.add(new Column(column, column + ' ' + type.sql(), type.literals()));
    }
    addSpecialColumns();
    addReference(parents);
  }

  private static List<String> numbers() {
    return IntStream.rangeClosed(1, 30).mapToObj(String::valueOf).toList();
  }

  private void addSpecialColumns() {
    List<Column> special =
        List.of(
            new Column("twice", "twice INTEGER GENERATED ALWAYS AS (n * 2 + 1)", List.of()),
            new Column("unseen", "unseen INTEGER INVISIBLE", numbers()),
            new Column("made", "made UUID DEFAULT RANDOM_UUID()", List.of("NULL")),
            new Column(
                "changed",
                "changed TIMESTAMP(9) DEFAULT LOCALTIMESTAMP(9) ON UPDATE LOCALTIMESTAMP(9)",
                List.of("TIMESTAMP '2020-01-01'")),
            new Column("filled", "filled INTEGER DEFAULT 7 DEFAULT ON NULL", List.of("NULL", "8")),
            new Column("drawn", "drawn BIGINT DEFAULT NEXT VALUE FOR side.numbers", List.of("1")),
            new Column("below", "below INTEGER CHECK (below < 25)", numbers()));
    for (Column column : special) {
      if (random.nextInt(3) == 0) {
        columns.add(column);
      }
    }
    if (random.nextInt(4) == 0) {
      constraints.add("UNIQUE NULLS NOT DISTINCT (u, n)");
    }
  }

  /** To an earlier table or to itself. */
  private void addReference(List<RandomTable> parents) {
    int chosen = random.nextInt(parents.size() + 2);
    if (chosen > parents.size()) {
      return;
    }
    RandomTable parent = chosen == parents.size() ? this : parents.get(chosen);
    if (parent.key == RandomKey.NONE || (parent == this && random.nextBoolean())) {
      return;
    }
    List<String> own = parent.key.columns().stream().map(c -> "of_" + c).toList();
    List<String> types = parent.key.types();
    for (int i = 0; i < own.size(); i++) {
      columns.add(new Column(own.get(i), "of_" + types.get(i), parent.someKeys(i)));
    }
    constraints.add(
        "FOREIGN KEY(" + String.join(", ", own) + ") REFERENCES " + parent.name + actions());
  }

  String actions() {
    return " ON DELETE "
        + REFERENTIAL_ACTIONS.get(random.nextInt(REFERENTIAL_ACTIONS.size()))
        + " ON UPDATE "
        + REFERENTIAL_ACTIONS.get(random.nextInt(REFERENTIAL_ACTIONS.size()));
  }

  /** Mostly keys that exist. */
  private List<String> someKeys(int column) {
    String existing = "(SELECT %s FROM %s ORDER BY 1 OFFSET %d ROWS FETCH FIRST 1 ROW ONLY)";
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      keys.add(existing.formatted(key.columns().get(column), name, i));
    }
    keys.add(key.literals(random).get(column));
    return keys;
  }

  String schema() {
    return schema;
  }

  /** With its schema, quoted. */
  String name() {
    return name;
  }

  RandomKey key() {
    return key;
  }

  String ddl() {
    List<String> parts = new ArrayList<>();
    if (key != RandomKey.NONE) {
      parts.add(key.definition());
    }
    columns.forEach(column -> parts.add(column.definition));
    parts.addAll(constraints);
    return "CREATE TABLE " + name + '(' + String.join(", ", parts) + ')';
  }

  /** A column that was added later. */
  void added(String column) {
    columns.add(new Column(column, "", numbers()));
  }

  /** Closes a circle of references. */
  String referTo(RandomTable other) {
    columns.add(new Column("back", "", other.someKeys(0)));
    return "ALTER TABLE "
        + name
        + " ADD COLUMN back "
        + other.key.types().get(0).split(" ", 2)[1]
        + "; ALTER TABLE "
        + name
        + " ADD FOREIGN KEY(back) REFERENCES "
        + other.name
        + actions();
  }

  List<Column> columns() {
    return columns;
  }

  /** Any statement that changes rows, or would. */
  String statement() {
    return new RandomStatements(random, this).any();
  }
}
