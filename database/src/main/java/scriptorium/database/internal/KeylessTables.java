package scriptorium.database.internal;

import java.util.ArrayList;
import java.util.List;
import org.h2.engine.SessionLocal;
import org.h2.schema.Schema;
import org.h2.table.Table;
import org.h2.table.TableType;
import scriptorium.database.change.TableName;

/** The tables whose rows nothing but H2's hidden keys tells apart. */
public final class KeylessTables {

  private KeylessTables() {}

  /** Their names, as SQL. */
  public static List<String> of(SessionLocal session) {
    session.lock();
    try {
      List<String> found = new ArrayList<>();
      for (Schema schema : session.getDatabase().getAllSchemasNoMeta()) {
        for (Table table : schema.getAllTablesAndViews(null)) {
          if (table.getTableType() == TableType.TABLE && table.findPrimaryKey() == null) {
            found.add(new TableName(schema.getName(), table.getName()).toString());
          }
        }
      }
      return found;
    } finally {
      session.unlock();
    }
  }
}
