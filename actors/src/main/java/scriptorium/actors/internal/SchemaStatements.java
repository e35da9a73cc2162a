package scriptorium.actors.internal;

import static java.util.Map.entry;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import scriptorium.database.script.SqlStatements;

/** What the statements of a schema script may do, by their first words. */
final class SchemaStatements {

  private static final int SHOWN_CHARS = 120;
  private static final String ONE_CHANGE = "a schema script is one change: all or nothing";
  private static final String ADMINISTRATION =
      "copying and maintaining the database is the store's own work";
  private static final String A_QUERY = "a query changes nothing";
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

  /** Why a statement is refused, by a word that it begins with. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          entry("USER", "users and rights belong to the store"),
          entry("ROLE", "users and rights belong to the store"),
          entry("RIGHT", "users and rights belong to the store"),
          entry("GRANT", "users and rights belong to the store"),
          entry("REVOKE", "users and rights belong to the store"),
          entry("ALIAS", "the journal does not hold its Java code; call it in a mutation"),
          entry("AGGREGATE", "the journal does not hold its Java code"),
          entry("LINKED", "the rows of a linked table lie outside of the store"),
          entry("MATERIALIZED", "no change set holds its rows; use a view, or a table"),
          entry("SYNONYM", "a snapshot leaves it out; use a view"),
          entry("TEMPORARY", "the rows of a temporary table are not journaled"),
          entry("TEMP", "the rows of a temporary table are not journaled"),
          entry("SET", "settings belong to the store"),
          entry("COMMIT", ONE_CHANGE),
          entry("ROLLBACK", ONE_CHANGE),
          entry("BEGIN", ONE_CHANGE),
          entry("SAVEPOINT", ONE_CHANGE),
          entry("SHUTDOWN", ADMINISTRATION),
          entry("BACKUP", ADMINISTRATION),
          entry("SCRIPT", ADMINISTRATION),
          entry("RUNSCRIPT", ADMINISTRATION),
          entry("CHECKPOINT", ADMINISTRATION),
          entry("ANALYZE", ADMINISTRATION),
          entry("SELECT", A_QUERY),
          entry("VALUES", A_QUERY),
          entry("CALL", A_QUERY),
          entry("EXPLAIN", A_QUERY));

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

  /** Why a statement of the kind {@link Kind#REFUSED} is refused. */
  static String refusal(String sql) {
    return SqlStatements.firstWords(sql, 4).stream()
        .map(word -> REASONS.get(word.toUpperCase(Locale.ROOT)))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("it is no known change of tables, views, sequences, domains or rows");
  }

  static String shortened(String sql) {
    String line = sql.replaceAll("\\s+", " ");
    return line.length() <= SHOWN_CHARS ? line : line.substring(0, SHOWN_CHARS) + "…";
  }
}
