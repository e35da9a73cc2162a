package scriptorium.database.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.h2.engine.SessionLocal;
import org.h2.message.DbException;
import org.h2.result.Row;
import org.h2.result.SearchRow;
import org.h2.table.Column;
import org.h2.table.Table;
import org.h2.value.Value;
import org.jspecify.annotations.Nullable;
import scriptorium.database.change.TableName;

/**
 * Reads the rows of {@code INSERT INTO "S"."T"[("A", "B")] [OVERRIDING SYSTEM VALUE] VALUES (…),
 * (…)} as a script has them, one statement after the other. For one thread.
 */
final class InsertParser {

  /** Where a table's rows go. */
  interface Target {
    Table table();

    void add(Row row);
  }

  private final SessionLocal session;
  private final Function<TableName, @Nullable Target> targets;
  private final LobParts lobs = new LobParts();
  private final SqlBytes sql = new SqlBytes();
  private final LiteralParser literals;

  /** The begin of the last statement up to its first row: the next one mostly has the same. */
  private byte[] head = {};

  private final List<Column> suspended = new ArrayList<>();
  private @Nullable Shape shape;
  private long rows;

  /** What a statement's begin says. */
  private static final class Shape {
    final TableName name;
    final Target target;
    final Column[] columns;
    final QuickLiteral[] quick;
    final Column[] generated;

    Shape(TableName name, Target target, Column[] columns) {
      this.name = name;
      this.target = target;
      this.columns = columns;
      this.quick = Arrays.stream(columns).map(QuickLiteral::of).toArray(QuickLiteral[]::new);
      this.generated =
          Arrays.stream(target.table().getColumns())
              .filter(Column::isGenerated)
              .toArray(Column[]::new);
    }
  }

  InsertParser(SessionLocal session, Function<TableName, @Nullable Target> targets) {
    this.session = session;
    this.targets = targets;
    this.literals = new LiteralParser(session, lobs, sql);
  }

  /** How many rows were read. */
  long rows() {
    return rows;
  }

  /**
   * Reads one statement.
   *
   * @throws LoadViolationException if it is none, or a value does not fit its column
   */
  void read(byte[] statement, int from, int to) {
    sql.set(statement, from, to);
    if (sql.skip(LobParts.INSERT)) {
      lobs.add(sql);
    } else {
      Shape known = shape;
      if (known == null || head.length == 0 || !sql.skip(head, head.length)) {
        known = readHead(from);
      }
      readRows(known);
    }
    if (!sql.atEnd()) {
      throw sql.unexpected("the statement's end");
    }
  }

  private Shape readHead(int from) {
    sql.require("INSERT INTO ");
    String schema = sql.name();
    sql.require(".");
    TableName name = new TableName(schema, sql.name());
    Target target = targets.apply(name);
    if (target == null) {
      throw new LoadViolationException("rows of a table that is not there: table=" + name);
    }
    Column[] columns = target.table().getColumns();
    if (sql.skip('(')) {
      columns = named(target.table(), name);
    }
    sql.skip(" OVERRIDING SYSTEM VALUE");
    sql.require(" VALUES");
    sql.skipBlanks();
    Shape read = new Shape(name, target, columns);
    if (columns.length + read.generated.length != target.table().getColumns().length) {
      throw new LoadViolationException(
          "rows have other columns than their table: table=%s expected=%d found=%d"
              .formatted(name, target.table().getColumns().length, columns.length));
    }
    suspendDefaultsOnNull(read);
    head = sql.copy(from, sql.at);
    shape = read;
    return read;
  }

  /**
   * A column that is DEFAULT ON NULL may hold NULL all the same, by ON DELETE SET NULL or from a
   * time before the clause: H2 would make the default of it when it computes generated columns.
   */
  private void suspendDefaultsOnNull(Shape read) {
    if (read.generated.length > 0) {
      for (Column column : read.columns) {
        if (column.isDefaultOnNull()) {
          column.setDefaultOnNull(false);
          suspended.add(column);
        }
      }
    }
  }

  /** Gives the columns back what was suspended while rows were read. */
  void finish() {
    suspended.forEach(column -> column.setDefaultOnNull(true));
    suspended.clear();
  }

  private Column[] named(Table table, TableName name) {
    Set<Column> columns = new LinkedHashSet<>();
    do {
      sql.skipBlanks();
      String column = sql.name();
      Column found = table.findColumn(column);
      if (found == null || found.isGenerated() || !columns.add(found)) {
        throw new LoadViolationException(
            "rows of a column that takes none: table=%s column=%s".formatted(name, column));
      }
    } while (sql.skip(','));
    sql.require(")");
    return columns.toArray(Column[]::new);
  }

  private void readRows(Shape into) {
    do {
      sql.skipBlanks();
      sql.require("(");
      readRow(into);
      rows++;
    } while (sql.skip(','));
  }

  private void readRow(Shape into) {
    Table table = into.target.table();
    Value[] values = new Value[table.getColumns().length];
    Column[] columns = into.columns;
    try {
      for (int i = 0; i < columns.length; i++) {
        if (i > 0) {
          sql.require(",");
          sql.skipBlanks();
        }
        Column column = columns[i];
        Value value = into.quick[i].read(sql);
        if (value == null) {
          value = literals.read(column);
        }
        if (value.getValueType() == Value.NULL && !column.isNullable()) {
          throw new LoadViolationException("NULL is not allowed: column=" + column.getName());
        }
        values[column.getColumnId()] = value;
      }
      sql.require(")");
      into.target.add(rowOf(into, values));
    } catch (DbException e) {
      // Not its message, nor its cause: they hold the value.
      throw misfit(into, "error of H2=" + e.getErrorCode());
    } catch (LoadViolationException e) {
      throw misfit(into, String.valueOf(e.getMessage()));
    }
  }

  private LoadViolationException misfit(Shape into, String problem) {
    return new LoadViolationException(
        "a row does not fit its table: table=%s row=%d of the script: %s"
            .formatted(into.name, rows + 1, problem));
  }

  private Row rowOf(Shape into, Value[] values) {
    Row row = into.target.table().createRow(values, SearchRow.MEMORY_CALCULATE);
    if (into.generated.length > 0) {
      // H2 computes the generated columns of a row whose other columns are there.
      into.target.table().convertInsertRow(session, row, true);
    }
    return row;
  }
}
