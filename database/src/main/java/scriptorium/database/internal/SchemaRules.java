package scriptorium.database.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.h2.engine.SessionLocal;
import org.h2.expression.Expression;
import org.h2.expression.ExpressionVisitor;
import org.h2.expression.SequenceValue;
import org.h2.index.Index;
import org.h2.mvstore.db.MVTable;
import org.h2.schema.Schema;
import org.h2.schema.TriggerObject;
import org.h2.schema.UserDefinedFunction;
import org.h2.table.Column;
import org.h2.table.Table;
import org.h2.table.TableSynonym;
import org.h2.table.TableType;
import org.h2.util.HasSQL;
import org.h2.value.ExtTypeInfoRow;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.TableName;

/**
 * What a schema may not hold, because a replay, a snapshot or another node would come out
 * differently: found in H2's own model of the schema, after a statement has changed it.
 *
 * <pre>
 *   SchemaRules before = SchemaRules.of(session);
 *   ... a schema statement runs ...
 *   Optional&lt;String&gt; reason = SchemaRules.of(session).objectionSince(before);
 * </pre>
 */
public final class SchemaRules {
  /** In SQL as H2 writes it back, in which every name is quoted. */
  private static final Pattern QUERY = Pattern.compile("\\b(?:SELECT|VALUES|TABLE)\\b");

  private static final Pattern QUOTED = Pattern.compile("'(?:[^']|'')*+'|\"(?:[^\"]|\"\")*+\"");

  private final SessionLocal session;
  private final Set<String> objections = new LinkedHashSet<>();
  private final Map<TableName, MVTable> tables = new HashMap<>();
  private final Map<TableName, Set<String>> columns = new HashMap<>();

  private SchemaRules(SessionLocal session) {
    this.session = session;
    for (Schema schema : session.getDatabase().getAllSchemasNoMeta()) {
      for (Table table : schema.getAllTablesAndViews(null)) {
        examine(table);
      }
      for (TableSynonym synonym : schema.getAllSynonyms()) {
        object("synonym", synonym, "a snapshot leaves it out; use a view");
      }
      for (UserDefinedFunction function : schema.getAllFunctionsAndAggregates()) {
        object("function", function, "the journal does not hold its Java code");
      }
      for (TriggerObject trigger : schema.getAllTriggers()) {
        if (trigger.getTriggerSource() != null) {
          object("trigger", trigger, "its source would be compiled in each replay; CALL a class");
        }
      }
    }
  }

  /** What the schema holds now. */
  public static SchemaRules of(SessionLocal session) {
    session.lock();
    try {
      return new SchemaRules(session);
    } finally {
      session.unlock();
    }
  }

  /** Why the schema may not stay as it is now; nothing that was there before is held against it. */
  public Optional<String> objectionSince(SchemaRules before) {
    List<String> found = new ArrayList<>(objections);
    found.removeAll(before.objections);
    tables.forEach((name, table) -> addRowsComputed(name, table, before, found));
    return found.stream().findFirst();
  }

  private void object(String kind, HasSQL what, String reason) {
    objections.add(kind + ' ' + what.getSQL(HasSQL.DEFAULT_SQL_FLAGS) + ": " + reason);
  }

  private void examine(Table table) {
    TableType type = table.getTableType();
    if (table.isTemporary()) {
      object("temporary table", table, "its rows are not journaled");
    } else if (table instanceof MVTable stored && type == TableType.TABLE) {
      TableName name = new TableName(table.getSchema().getName(), table.getName());
      tables.put(name, stored);
      Set<String> names = new HashSet<>();
      for (Column column : table.getColumns()) {
        names.add(column.getName());
        examine(table, column);
      }
      columns.put(name, names);
      if (!table.getCheckForeignKeyConstraints()) {
        object("table", table, "a snapshot forgets that its references are not checked");
      }
      stored.getIndexes().forEach(index -> examine(table, index));
    } else if (type != TableType.VIEW) {
      object(
          String.valueOf(type).toLowerCase(Locale.ROOT),
          table,
          "its rows are not the store's own: no change set holds them; use a table or a view");
    }
  }

  private void examine(Table table, Column column) {
    Expression expression = column.isGenerated() ? column.getEffectiveDefaultExpression() : null;
    if (expression == null) {
      return;
    }
    String sql = expression.getSQL(HasSQL.DEFAULT_SQL_FLAGS);
    if (!isDeterministic(expression)) {
      object(
          "generated column",
          column,
          sql + " of table " + name(table) + " comes out differently each time; use a default");
    } else if (QUERY.matcher(QUOTED.matcher(sql).replaceAll("?")).find()) {
      object(
          "generated column",
          column,
          sql + " of table " + name(table) + " depends on other rows; use a view");
    } else if (ZoneDependence.of(expression, column.getType())) {
      object(
          "generated column",
          column,
          sql
              + " of table "
              + name(table)
              + " depends on the program's time zone or locale; keep times of one kind, or use a"
              + " view");
    }
  }

  private static String name(Table table) {
    return table.getSQL(HasSQL.DEFAULT_SQL_FLAGS);
  }

  /** H2 leaves the old key in the index when only the case of letters changes. */
  private void examine(Table table, Index index) {
    if (index.getIndexType().isScan()) {
      return;
    }
    for (Column column : index.getColumns()) {
      if (foldsCase(column.getType())) {
        object(
            "column",
            column,
            "VARCHAR_IGNORECASE in index "
                + index.getName()
                + " of table "
                + name(table)
                + ": H2 leaves stale keys in it; index LOWER(…) as a generated column");
      }
    }
  }

  private static boolean foldsCase(TypeInfo type) {
    return switch (type.getValueType()) {
      case Value.VARCHAR_IGNORECASE -> true;
      case Value.ARRAY -> foldsCase((TypeInfo) type.getExtTypeInfo());
      case Value.ROW ->
          ((ExtTypeInfoRow) type.getExtTypeInfo())
              .getFields().stream().anyMatch(field -> foldsCase(field.getValue()));
      default -> false;
    };
  }

  /** Defaults were computed for rows that were there before their column. */
  private void addRowsComputed(
      TableName name, MVTable table, SchemaRules before, List<String> found) {
    if (!before.columns.containsKey(name) || table.getRowCount(session) == 0) {
      return;
    }
    for (Column column : table.getColumns()) {
      boolean isNew = !before.columns.get(name).contains(column.getName());
      if (isNew && !isTheSameInEachReplay(column.getEffectiveDefaultExpression())) {
        found.add(
            "column "
                + column.getName()
                + " of table "
                + name
                + ": its default would be computed anew for the rows in each replay; add it without"
                + " a default, UPDATE the rows, then set the default");
      }
    }
  }

  private static boolean isDeterministic(Expression expression) {
    return expression.isEverything(ExpressionVisitor.DETERMINISTIC_VISITOR);
  }

  /** A sequence counts as well: its position is journaled, and rows keep their order. */
  private static boolean isTheSameInEachReplay(@Nullable Expression value) {
    return value == null || value instanceof SequenceValue || isDeterministic(value);
  }
}
