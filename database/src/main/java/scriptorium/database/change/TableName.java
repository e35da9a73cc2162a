package scriptorium.database.change;

import java.util.Comparator;

/**
 * A table's schema and name, exactly as H2 stores them (case-sensitive, not quoted).
 *
 * @param schema such as {@code PUBLIC}
 * @param table such as {@code ACCOUNT}
 */
public record TableName(String schema, String table) implements Comparable<TableName> {
  private static final Comparator<TableName> BY_SCHEMA_THEN_TABLE =
      Comparator.comparing(TableName::schema).thenComparing(TableName::table);

  public TableName {
    if (schema.isEmpty() || table.isEmpty()) {
      throw new IllegalArgumentException("empty name: schema=" + schema + " table=" + table);
    }
  }

  /** Quotes one identifier for SQL, whatever characters it holds. */
  public static String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public int compareTo(TableName other) {
    return BY_SCHEMA_THEN_TABLE.compare(this, other);
  }

  /** The name as SQL takes it: {@code "PUBLIC"."ACCOUNT"}. */
  @Override
  public String toString() {
    return quote(schema) + '.' + quote(table);
  }
}
