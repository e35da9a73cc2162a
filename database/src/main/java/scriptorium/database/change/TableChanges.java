package scriptorium.database.change;

import java.util.List;

/**
 * All row changes of one table; a row key is named at most twice, once deleted and once inserted.
 */
public record TableChanges(TableName table, List<RowChange> rows) {
  public TableChanges {
    rows = List.copyOf(rows);
  }
}
