package scriptorium.actors.internal;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import scriptorium.database.script.SqlStatements;

/** What the statements of a schema script may do, by their first words. */
final class SchemaStatements {

  private static final int SHOWN_CHARS = 120;
  private static final Set<String> ROWS =
      Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "WITH");
  private static final Set<String> VERBS = Set.of("CREATE", "ALTER", "DROP", "TRUNCATE", "COMMENT");
  private static final Set<String> BETWEEN =
      Set.of(
          "OR",
          "REPLACE",
          "FORCE",
          "CACHED",
          "MEMORY",
          "UNIQUE",
          "SPATIAL",
          "PRIMARY",
          "KEY",
          "HASH",
          "NULLS",
          "DISTINCT",
          "NOT",
          "ALL",
          "ON",
          "IF",
          "EXISTS");
  private static final Set<String> OBJECTS =
      Set.of(
          "TABLE",
          "INDEX",
          "VIEW",
          "SEQUENCE",
          "SCHEMA",
          "DOMAIN",
          "TYPE",
          "CONSTANT",
          "TRIGGER",
          "COLUMN",
          "CONSTRAINT");

  private SchemaStatements() {}

  /** What a statement does. */
  enum Kind {
    /** Changes the schema. */
    SCHEMA,
    /** Changes rows. */
    ROWS,
    /** Is not allowed: users, aliases, settings, queries, the transaction, and what is unknown. */
    REFUSED
  }

  static Kind kindOf(String sql) {
    List<String> words = SqlStatements.firstWords(sql, 8);
    if (words.isEmpty()) {
      return Kind.REFUSED;
    }
    String verb = words.get(0).toUpperCase(Locale.ROOT);
    if (ROWS.contains(verb)) {
      return Kind.ROWS;
    }
    if (!VERBS.contains(verb)) {
      return Kind.REFUSED;
    }
    for (String word : words.subList(1, words.size())) {
      String upper = word.toUpperCase(Locale.ROOT);
      if (OBJECTS.contains(upper)) {
        return Kind.SCHEMA;
      }
      if (!BETWEEN.contains(upper)) {
        return Kind.REFUSED;
      }
    }
    return Kind.REFUSED;
  }

  static String shortened(String sql) {
    String line = sql.replaceAll("\\s+", " ");
    return line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS) + "…";
  }
}
