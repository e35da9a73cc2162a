package scriptorium.drills.inspect;

import org.jspecify.annotations.Nullable;
import scriptorium.database.change.ColumnSet;
import scriptorium.database.change.RowChange;
import scriptorium.database.change.RowChange.Deleted;
import scriptorium.database.change.RowChange.Inserted;
import scriptorium.database.change.RowChange.Updated;
import scriptorium.database.change.RowValues;
import scriptorium.drills.inspect.EventSummary.Counts;

/** A row change in words; events name columns by their place, counted from 1 here. */
final class RowWords {

  private static final int MOST_CHARS = 60;

  private RowWords() {}

  static Counts count(RowChange change) {
    if (change instanceof Inserted) {
      return new Counts(1, 0, 0);
    }
    return change instanceof Updated ? new Counts(0, 1, 0) : new Counts(0, 0, 1);
  }

  static String of(String table, RowChange change) {
    String named = " " + table + " #" + change.rowKey();
    if (change instanceof Inserted inserted) {
      return "+" + named + " " + all(inserted.row());
    }
    if (change instanceof Updated updated) {
      return "~" + named + " " + changed(updated.columns(), updated.values(), updated.before());
    }
    RowValues before = ((Deleted) change).before();
    return "-" + named + (before == null ? "" : " " + all(before));
  }

  private static String all(RowValues values) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < values.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(value(values, i));
    }
    return text.append(')').toString();
  }

  private static String changed(ColumnSet columns, RowValues values, @Nullable RowValues before) {
    StringBuilder text = new StringBuilder();
    int place = 0;
    for (int column = columns.next(0); column >= 0; column = columns.next(column + 1)) {
      text.append(place == 0 ? "" : ", ")
          .append("column ")
          .append(column + 1)
          .append(" = ")
          .append(value(values, place));
      if (before != null) {
        text.append(" (was ").append(value(before, place)).append(')');
      }
      place++;
    }
    return text.toString();
  }

  /** As SQL shows it, shortened, on one line. */
  private static String value(RowValues values, int index) {
    String text = values.value(index).getTraceSQL().replaceAll("\\p{Cntrl}", " ");
    return text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) + "…" : text;
  }
}
