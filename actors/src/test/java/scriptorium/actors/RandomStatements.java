package scriptorium.actors;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Statements over one table, drawn by chance; many of them fail. */
final class RandomStatements {

  private final Random random;
  private final String name;
  private final RandomKey key;
  private final List<RandomTable.Column> columns;

  RandomStatements(Random random, RandomTable table) {
    this.random = random;
    this.name = table.name();
    this.key = table.key();
    this.columns = table.columns();
  }

  /** Any statement that changes rows, or would. */
  String any() {
    return switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> insert();
      case 4 -> insertSelect();
      case 5, 6, 7 -> update();
      case 8 -> "UPDATE " + name + " SET u = " + pick("-u", "31 - u", "u + 1", "u - n") + anyRows();
      case 9 -> updateKey();
      case 10, 11 -> "DELETE FROM " + name + someRows();
      case 12 -> merge();
      case 13 -> mergeUsing();
      case 14 -> deltaTable();
      default -> "DELETE FROM " + name + " WHERE n IS NULL OR MOD(n, 4) = " + random.nextInt(4);
    };
  }

  private String insert() {
    List<String> names = new ArrayList<>();
    boolean withKey = key != RandomKey.ALWAYS || random.nextInt(4) == 0;
    if (withKey && !(key == RandomKey.BY_DEFAULT && random.nextBoolean())) {
      names.addAll(key.columns());
    }
    int keys = names.size();
    List<RandomTable.Column> chosen = new ArrayList<>();
    for (RandomTable.Column column : columns) {
      if (!column.values().isEmpty() && (column.name().equals("n") || random.nextInt(5) < 3)) {
        chosen.add(column);
        names.add(column.name());
      }
    }
    int rows = random.nextInt(3) == 0 ? 2 + random.nextInt(3) : 1;
    String values =
        IntStream.range(0, rows).mapToObj(i -> row(keys, chosen)).collect(Collectors.joining(", "));
    String overriding = key == RandomKey.ALWAYS && keys > 0 ? " OVERRIDING SYSTEM VALUE" : "";
    return "INSERT INTO " + name + list(names) + overriding + " VALUES" + values;
  }

  private String row(int keys, List<RandomTable.Column> chosen) {
    List<String> values = new ArrayList<>(keys == 0 ? List.of() : key.literals(random));
    chosen.forEach(column -> values.add(value(column)));
    return list(values);
  }

  private String value(RandomTable.Column column) {
    return switch (random.nextInt(10)) {
      case 0 -> "DEFAULT";
      case 1 -> "NULL";
      default -> column.values().get(random.nextInt(column.values().size()));
    };
  }

  private String insertSelect() {
    if ((key == RandomKey.NONE || key == RandomKey.ALWAYS) && random.nextBoolean()) {
      return "INSERT INTO %s(n) SELECT n FROM %s%s FETCH FIRST 3 ROWS ONLY"
          .formatted(name, name, someRows());
    }
    List<String> names = new ArrayList<>(key == RandomKey.ALWAYS ? List.of() : key.columns());
    List<String> values = new ArrayList<>(key == RandomKey.ALWAYS ? List.of() : key.expressions());
    names.addAll(List.of("n", "u"));
    values.addAll(List.of("x", "x + 1"));
    int from = 1 + random.nextInt(30);
    return "INSERT INTO %s%s SELECT %s FROM SYSTEM_RANGE(%d, %d)"
        .formatted(name, list(names), String.join(", ", values), from, from + random.nextInt(4));
  }

  private String update() {
    List<String> sets = new ArrayList<>();
    for (RandomTable.Column column : columns) {
      if (!column.values().isEmpty() && random.nextInt(columns.size()) == 0) {
        sets.add(column.name() + " = " + value(column));
      }
    }
    if (sets.isEmpty()) {
      sets.add("n = n + 1");
    }
    return "UPDATE " + name + " SET " + String.join(", ", sets) + someRows();
  }

  private String updateKey() {
    String set =
        switch (key) {
          case INTEGER, BY_DEFAULT, ALWAYS, DESCENDING ->
              "id = " + pick("-id", "id + 1", "id + 40", "31 - id");
          case TEXT -> "id = " + pick("id || 'x'", "UPPER(id)", "LOWER(id)", "'k1'");
          case PAIR -> pick("id = id + 1", "id = 5 - id", "id2 = 'z'");
          case UUID -> "id = RANDOM_UUID()";
          case NONE -> "n = n + 1";
        };
    return "UPDATE " + name + " SET " + set + anyRows();
  }

  private String merge() {
    boolean keyless = key == RandomKey.NONE || key == RandomKey.ALWAYS;
    List<String> names = new ArrayList<>(keyless ? List.of("n") : key.columns());
    String keys = list(names);
    List<String> values = new ArrayList<>(keyless ? List.of("3") : key.literals(random));
    names.add("u");
    values.add(String.valueOf(1 + random.nextInt(30)));
    return "MERGE INTO " + name + list(names) + " KEY" + keys + " VALUES" + list(values);
  }

  private String mergeUsing() {
    List<String> names = new ArrayList<>(key == RandomKey.ALWAYS ? List.of() : key.columns());
    List<String> values = new ArrayList<>(key == RandomKey.ALWAYS ? List.of() : key.expressions());
    names.add("n");
    values.add("x");
    int from = 1 + random.nextInt(30);
    return """
        MERGE INTO %s t USING (SELECT x FROM SYSTEM_RANGE(%d, %d)) s(x) ON t.n = s.x
        WHEN MATCHED AND MOD(s.x, 3) = 0 THEN DELETE
        WHEN MATCHED THEN UPDATE SET u = s.x
        WHEN NOT MATCHED THEN INSERT%s VALUES%s"""
        .formatted(name, from, from + 2, list(names), list(values));
  }

  private String deltaTable() {
    return switch (random.nextInt(3)) {
      case 0 -> "SELECT COUNT(*) FROM FINAL TABLE(" + insert() + ')';
      case 1 -> "SELECT n FROM OLD TABLE(DELETE FROM " + name + someRows() + ')';
      default -> "SELECT n FROM NEW TABLE(" + update() + ')';
    };
  }

  private String someRows() {
    int k = 1 + random.nextInt(30);
    return switch (random.nextInt(12)) {
      case 0 -> " WHERE n BETWEEN " + k + " AND " + (k + 2);
      case 1 -> " WHERE MOD(n, 5) = " + k % 5;
      case 2 -> " WHERE u > " + (k + 10);
      case 3 -> " WHERE _ROWID_ = " + k;
      case 4 -> " WHERE u = " + k;
      default -> " WHERE n = " + k;
    };
  }

  private String anyRows() {
    return random.nextInt(3) == 0 ? "" : someRows();
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String list(List<String> parts) {
    return parts.stream().collect(Collectors.joining(", ", "(", ")"));
  }
}
